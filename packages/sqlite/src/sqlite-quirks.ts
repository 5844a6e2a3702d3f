/**
 * The quirk table: what an answer of SQLite or of the file system means to whoever asked.
 *
 * The codes are SQLite's (https://www.sqlite.org/rescode.html) and errno(3)'s; a row stands for its own code and for
 * all that extend it (`SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`), and the first that fits counts.
 */
import Database from "better-sqlite3";

/** A row of the table. */
export interface Quirk {
  readonly code: string;
  /** `denied` is `misconfigured` by who asks, not by what was asked. */
  readonly kind: "locked" | "unavailable" | "misconfigured" | "denied" | "bad-record";
  /** Whether a write that ends so may have landed after all. Everything else was rolled back, or never began. */
  readonly mayHaveLanded?: true;
  /** What is wrong, and what to do. */
  readonly says: string;
}

const noPermission = "this user may not read and write it and its folder: change their owner or mode";

const quirksOfSqlite: readonly Quirk[] = [
  // Locks are taken before anything is read or written. With WAL that is one writer at a time, a recovery after a
  // crash, or the last connection that is closing (https://www.sqlite.org/wal.html, "sometimes queries return BUSY").
  {
    code: "SQLITE_BUSY",
    kind: "locked",
    says: "another process keeps it locked: find that process (fuser or lsof name it) and end its transaction",
  },
  {
    code: "SQLITE_LOCKED",
    kind: "locked",
    says: "another connection of this process keeps it locked: end its transaction",
  },
  // The start of a read in WAL mode lost the same race again and again, for up to ten seconds (walTryBeginRead).
  { code: "SQLITE_PROTOCOL", kind: "unavailable", says: "it is too busy to begin a read: try again later" },
  // A write is valid only with its last frame in the WAL, and that frame is what did not fit.
  { code: "SQLITE_FULL", kind: "unavailable", says: "the disk is full: free some space" },
  // -shm grows, and the file is synced, after that last frame was written: a recovery may bring it to life.
  {
    code: "SQLITE_IOERR_SHMSIZE",
    kind: "unavailable",
    mayHaveLanded: true,
    says: "the disk is full, or failed: free some space, or look at the system's log",
  },
  {
    code: "SQLITE_IOERR",
    kind: "unavailable",
    mayHaveLanded: true,
    says: "the disk or file system failed: look at the system's log",
  },
  {
    code: "SQLITE_NOMEM",
    kind: "unavailable",
    mayHaveLanded: true,
    says: "there is no memory left: free some",
  },
  {
    code: "SQLITE_READONLY_DBMOVED",
    kind: "misconfigured",
    says: "the file was moved or deleted while open: put it back or restart what uses it",
  },
  { code: "SQLITE_READONLY", kind: "denied", says: `the file is read-only: ${noPermission}` },
  // SQLite does not say which of its files it was, nor why.
  {
    code: "SQLITE_CANTOPEN",
    kind: "denied",
    says:
      "it or its -wal cannot be opened: see that this user may write it and its folder, that nothing is mounted " +
      "read-only, that its path is under 500 bytes, and that not too many files are open",
  },
  { code: "SQLITE_PERM", kind: "denied", says: noPermission },
  { code: "SQLITE_NOTADB", kind: "misconfigured", says: "the file is not a database: choose another file" },
  {
    code: "SQLITE_CORRUPT",
    kind: "bad-record",
    says: "the file is damaged: stop all that use it, and restore a copy or start a new file",
  },
  // "no such table", "no such column", a type that STRICT refuses.
  {
    code: "SQLITE_ERROR",
    kind: "bad-record",
    says: "its tables are not as this package made them: restore a copy or start a new file",
  },
  {
    code: "SQLITE",
    kind: "unavailable",
    mayHaveLanded: true,
    says: "SQLite failed in a way that is not known here: look up its code at sqlite.org/rescode.html",
  },
];

/** The file system answers only while the file is looked for and opened, which is before anything is written. */
const quirksOfFiles: readonly Quirk[] = [
  { code: "EACCES", kind: "denied", says: noPermission },
  {
    code: "EPERM",
    kind: "denied",
    says: `${noPermission}; or the file system has no hard links: use another`,
  },
  {
    code: "EROFS",
    kind: "misconfigured",
    says: "the file system is mounted read-only: choose another place",
  },
  {
    code: "ENOTDIR",
    kind: "misconfigured",
    says: "a part of its path is a file and not a folder: correct the path",
  },
  { code: "EEXIST", kind: "misconfigured", says: "its folder is a file: correct the path" },
  {
    code: "ENOENT",
    kind: "misconfigured",
    says: "its path leads nowhere: look for a broken link or a deleted folder",
  },
  { code: "ELOOP", kind: "misconfigured", says: "its path leads in a circle of links: correct the path" },
  { code: "ENAMETOOLONG", kind: "misconfigured", says: "its path is too long: choose a shorter one" },
  { code: "ENOSPC", kind: "unavailable", says: "the disk is full: free some space" },
  { code: "EDQUOT", kind: "unavailable", says: "the disk quota is used up: free some space" },
];
const otherOfFiles: Quirk = {
  code: "",
  kind: "unavailable",
  says: "the file system failed: look at the system's log",
};

/** The row for an error that SQLite or the file system raised; `undefined` for any other. */
export function quirkOf(error: unknown): Quirk | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const fits = (quirk: Quirk): boolean => code === quirk.code || code.startsWith(`${quirk.code}_`);
  if (error instanceof Database.SqliteError) return quirksOfSqlite.find(fits);
  return quirksOfFiles.find(fits) ?? otherOfFiles;
}

/** SQLite's extended code, or errno's name. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && "syscall" in error && "code" in error) return String(error.code);
  return undefined;
}

/** Whether it is worth another attempt a little later. */
export function isLocked(error: unknown): boolean {
  return quirkOf(error)?.kind === "locked";
}

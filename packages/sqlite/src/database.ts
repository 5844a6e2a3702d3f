/** Opens the file: what is refused, and how the connection is set up. */
import { statSync } from "node:fs";
import { MisconfiguredError, printable, UnsupportedStoreError } from "@fencepost/core";
import Sqlite, { type Database } from "better-sqlite3";
import { readMountTable } from "./mounts.ts";
import { refuseNetworkFileSystem } from "./network-file-system.ts";
import { neverCollected } from "./never-collected.ts";
import { ensurePrivateFile, realPathOf } from "./private-file.ts";
import { ensureTables, refuseForeignFile } from "./schema.ts";

/**
 * Opens the file, and makes it and its tables if they are missing. Whatever it throws, it leaves no connection behind.
 *
 * @throws MisconfiguredError, UnsupportedStoreError if this file cannot be used; errors of SQLite (locked, too, since
 *   it never waits) and of the file system as they are.
 */
export function openDatabase(path: string, mountTable: string | undefined = readMountTable()): Database {
  const realPath = realPathOf(path);
  refuseNetworkFileSystem(realPath, mountTable);
  ensurePrivateFile(path);
  if (!statSync(path).isFile())
    throw new MisconfiguredError(`${printable(path)} is not a file: name one`, {});
  const database = connect(realPath);
  try {
    refuseForeignFile(database);
    setUp(database);
    ensureTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function connect(realPath: string): Database {
  try {
    // No waiting inside SQLite: it would block the event loop. And it must not make the file: its mode would be 0644.
    return neverCollected(new Sqlite(realPath, { fileMustExist: true, timeout: 0 }));
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) throw error;
    throw new MisconfiguredError(
      "better-sqlite3 could not be loaded: install it again under this version of Node (npm rebuild better-sqlite3)",
      { cause: error },
    );
  }
}

function setUp(database: Database): void {
  database.exec("PRAGMA journal_mode = WAL");
  const mode = neverCollected(database.prepare<[], string>("PRAGMA journal_mode")).pluck();
  if (mode.get() !== "wal") {
    throw new UnsupportedStoreError(
      `${printable(database.name)} lies where SQLite has no WAL: use a local disk`,
      {},
    );
  }
  // Every commit is on the disk before it is acknowledged. NORMAL, which better-sqlite3 sets for WAL, would be ten
  // times as fast and may take back the last commits after a power cut (https://www.sqlite.org/pragma.html,
  // "synchronous"): a token would be issued twice, an effect that `once` had recorded would happen again.
  database.exec("PRAGMA synchronous = FULL");
  // macOS leaves it in the drive's cache otherwise. No effect elsewhere.
  database.exec("PRAGMA fullfsync = ON");
}

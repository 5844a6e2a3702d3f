/** The database file: made for its owner alone, and known again by its identity. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Where `path` leads, or will lead once the file is made in its folder, which is made if it is missing. */
export function realPathOf(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

/**
 * Makes the file, empty and for its owner alone, if it is missing. A file that exists keeps its mode: whoever shares
 * it with a group meant to. SQLite gives `-wal` and `-shm` the mode of the file, whatever the umask
 * (`findCreateFileMode` and `robust_open` in its os_unix.c).
 *
 * The file is made under another name and then linked. To create it in place would mean to close a descriptor of it, and closing *any*
 * descriptor of a file drops the locks that this whole process holds on it, such as those of a connection that another
 * thread has just opened (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
export function ensurePrivateFile(path: string): void {
  if (existsSync(path)) return;
  const temporary = mkdtempSync(`${path}.new-`);
  try {
    const file = join(temporary, "empty");
    writeFileSync(file, "");
    chmodSync(file, 0o600);
    linkSync(file, path);
  } catch (error) {
    // Another process was faster: its file is as good.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Which files the three names stand for at this moment. It changes when one of them is deleted, replaced or restored
 * while a connection is open, and then two processes may each write to a database of their own.
 *
 * @param realPath where `path` leads, since SQLite keeps its two other files there.
 */
export function identityOf(path: string, realPath: string): string {
  return [path, `${realPath}-wal`, `${realPath}-shm`]
    .map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat ? `${stat.dev}:${stat.ino}` : "missing"))
    .join(" ");
}

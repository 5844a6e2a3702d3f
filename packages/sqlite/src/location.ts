/** Where the file is: what a location may be, and what is refused because it could be read in two ways. */
import { resolve } from "node:path";
import { printable } from "@fencepost/core";

/** The same as `sqlite:path`, for a path that a URL would spell differently. */
export interface SqliteLocation {
  /** As the file system spells it; relative to the working directory at the time of the call. */
  readonly path: string;
}

const scheme = "sqlite:";

/**
 * The absolute path of the database file.
 *
 * @throws TypeError if the location is neither `sqlite:path` nor `{ path }`, or if it may mean something else to
 *   whoever wrote it.
 */
export function pathOf(location: string | SqliteLocation): string {
  const path = typeof location === "string" ? pathInUrl(location) : location?.path;
  if (typeof path !== "string") throw wrong(path, 'is not a path; give "sqlite:path" or { path }');
  const problem = problemOf(path);
  if (problem) throw wrong(path, problem);
  return resolve(path);
}

function pathInUrl(url: string): string {
  if (!url.startsWith(scheme)) throw wrong(url, `does not start with ${scheme}; write sqlite:path`);
  const path = url.slice(scheme.length);
  // Some tools count three slashes as relative, others as absolute.
  if (path.startsWith("//"))
    throw wrong(url, "names a host; write sqlite:/absolute/path or sqlite:relative/path");
  if (/[?#]|%[0-9a-f]{2}/i.test(path)) {
    throw wrong(url, "has parameters or escapes, which are not read; for a file of that name give { path }");
  }
  return path;
}

function problemOf(path: string): string | undefined {
  if (path === "") return "is empty; give the file a name";
  if (path === ":memory:") return "is private to one connection; use memoryStore() within one process";
  if (path.startsWith("file:")) return "is a file URI; give the path itself";
  if (path.includes("\0")) return "holds a NUL character, where the operating system would cut it";
  // better-sqlite3 trims the name that it is given, and would open another file.
  if (path !== path.trim()) return "starts or ends in white space; name the file without";
  if (/^~[/\\]/.test(path)) return "starts with ~, which only a shell replaces; give the full path";
  if (/[/\\]$/.test(path)) return "ends in a slash; name the file in that folder";
  return undefined;
}

function wrong(value: unknown, problem: string): TypeError {
  return new TypeError(`location ${JSON.stringify(printable(String(value)))} ${problem}`);
}

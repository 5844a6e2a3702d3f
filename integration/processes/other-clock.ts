/** The environment of a child process whose wall clock is apart from everybody else's. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian's package faketime puts it below the folder of the machine's architecture. */
const libraries = "/usr/lib";
const library = "faketime/libfaketimeMT.so.1";

/**
 * Only the wall clock is moved: without the two flags `process.hrtime` would follow it, and timers with that.
 *
 * @returns `undefined` where libfaketime is not installed
 */
export function clockAheadBy(seconds: number): Readonly<Record<string, string>> | undefined {
  const found = existsSync(libraries)
    ? readdirSync(libraries)
        .map((folder) => join(libraries, folder, library))
        .find((path) => existsSync(path))
    : undefined;
  if (!found) return undefined;
  return {
    LD_PRELOAD: found,
    FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
    DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

import { BadRecordError, isCoordinationError, MisconfiguredError, UnavailableError } from "@fencepost/core";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { readError, type Tried, writeResult } from "./sqlite-errors.ts";
import { isLocked } from "./sqlite-quirks.ts";

const tried: Tried = { verb: "write", key: "config", path: "/data/leases.db" };
const sqlite = (code: string) => new Sqlite.SqliteError("what SQLite says", code);
const system = (code: string) => Object.assign(new Error("what the system says"), { code, syscall: "mkdir" });

describe("an error while nothing can have been written", () => {
  it.each([
    sqlite("SQLITE_BUSY"),
    sqlite("SQLITE_BUSY_RECOVERY"),
    sqlite("SQLITE_LOCKED"),
    sqlite("SQLITE_PROTOCOL"),
    sqlite("SQLITE_FULL"),
    system("ENOSPC"),
    system("EDQUOT"),
    system("EIO"),
  ])("($code) leaves a write undecided, and a read unavailable", (error) => {
    const result = writeResult(error, tried);
    expect(result).toEqual({ kind: "undecided", detail: expect.stringContaining(error.code) });
    expect(readError(error, tried)).toBeInstanceOf(UnavailableError);
  });

  it.each([
    [sqlite("SQLITE_READONLY"), true],
    [sqlite("SQLITE_READONLY_DIRECTORY"), true],
    [sqlite("SQLITE_CANTOPEN"), true],
    [sqlite("SQLITE_PERM"), true],
    [system("EACCES"), true],
    [system("EPERM"), true],
    [sqlite("SQLITE_READONLY_DBMOVED"), false],
    [sqlite("SQLITE_NOTADB"), false],
    [system("EROFS"), false],
    [system("ENOTDIR"), false],
    [system("ENOENT"), false],
  ])("(%o) of the set-up is thrown as that, by both, and tells permission from place", (error, denied) => {
    expect(() => writeResult(error, tried)).toThrow(MisconfiguredError);
    expect(readError(error, tried)).toBeInstanceOf(MisconfiguredError);
    expect(readError(error, tried)).toMatchObject({ denied });
  });

  it.each([sqlite("SQLITE_CORRUPT"), sqlite("SQLITE_CORRUPT_INDEX"), sqlite("SQLITE_ERROR")])(
    "($code) of damage calls for a person",
    (error) => {
      expect(() => writeResult(error, tried)).toThrow(BadRecordError);
      expect(readError(error, tried)).toBeInstanceOf(BadRecordError);
    },
  );
});

describe("an error after which the write may be found on the disk", () => {
  it.each([
    sqlite("SQLITE_IOERR"),
    sqlite("SQLITE_IOERR_FSYNC"),
    sqlite("SQLITE_IOERR_SHMSIZE"),
    sqlite("SQLITE_NOMEM"),
    sqlite("SQLITE_A_CODE_TO_COME"),
  ])("($code) leaves it unknown, with the error as the cause", (error) => {
    const result = writeResult(error, tried);
    expect(result).toEqual({ kind: "unknown", cause: expect.any(UnavailableError) });
    expect(readError(error, tried)).toBeInstanceOf(UnavailableError);
  });
});

describe("a message", () => {
  it("says what was tried, where, what is wrong, what to do, and what was answered", () => {
    const error = readError(sqlite("SQLITE_FULL"), tried);
    expect(error).toMatchObject({
      key: "config",
      cause: { code: "SQLITE_FULL" },
      message:
        'could not write "config" in /data/leases.db: the disk is full: free some space ' +
        "(SQLITE_FULL: what SQLite says)",
    });
  });

  it("of a read that may succeed later leaves it to core to say what was read from where", () => {
    const { message } = readError(sqlite("SQLITE_FULL"), { ...tried, verb: "read" }) as Error;
    expect(message).toBe("the disk is full: free some space (SQLITE_FULL: what SQLite says)");
  });

  it("holds nothing that a terminal would obey", () => {
    const error = readError(sqlite("SQLITE_FULL"), { ...tried, key: "\u001b[2J", path: "/\u001b[2J" });
    expect((error as Error).message).not.toContain("\u001b");
  });
});

describe("an error of neither SQLite nor the file system", () => {
  it.each([
    new TypeError("closed"),
    new MisconfiguredError("ours", {}),
    Object.assign(new Error("x"), { code: "EIO" }),
  ])("(%s) stays what it is", (error) => {
    expect(readError(error, tried)).toBe(error);
    expect(() => writeResult(error, tried)).toThrow(error);
    expect(isLocked(error)).toBe(false);
  });
});

it("only a held lock is worth waiting for", () => {
  const codes = ["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_LOCKED", "SQLITE_PROTOCOL", "SQLITE_FULL"];
  expect(codes.filter((code) => isLocked(sqlite(code)))).toEqual(codes.slice(0, 3));
  expect(isCoordinationError(readError(sqlite("SQLITE_BUSY"), tried), "unavailable")).toBe(true);
});

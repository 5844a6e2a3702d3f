import { existsSync } from "node:fs";
import { MisconfiguredError, UnsupportedStoreError } from "@fencepost/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerTo, connectBeside, Scratch } from "../test/scratch.ts";
import { openDatabase } from "./database.ts";

let scratch: Scratch;
let path: string;
beforeEach(() => {
  scratch = new Scratch();
  path = scratch.path;
});
afterEach(() => scratch.remove());

function prepare(sql: string): void {
  const database = connectBeside(path);
  database.exec(sql);
  database.close();
}

const opening = () => openDatabase(path).close();

describe("a database", () => {
  it("of ours syncs each commit, in a write-ahead log, and says whose it is", () => {
    const database = openDatabase(path);
    const pragmas = [
      "journal_mode",
      "synchronous",
      "fullfsync",
      "busy_timeout",
      "application_id",
      "user_version",
    ];
    expect(pragmas.map((name) => answerTo(database, `PRAGMA ${name}`))).toEqual([
      "wal",
      2,
      1,
      0,
      0x46505354,
      1,
    ]);
    database.close();
  });

  it("of another program is refused, and left as it was", () => {
    prepare("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    expect(opening).toThrow(MisconfiguredError);
    expect(opening).toThrow(/another program/);
    const database = connectBeside(path);
    expect(answerTo(database, "PRAGMA journal_mode")).toBe("delete");
    expect(answerTo(database, "SELECT count(*) FROM sqlite_schema")).toBe(1);
    database.close();
  });

  it.each(["PRAGMA application_id = 7", "PRAGMA user_version = 3"])(
    "of another program is told by its header, too (%s)",
    (sql) => {
      prepare(`VACUUM; ${sql}`);
      expect(opening).toThrow(/another program/);
    },
  );

  it("of another program is let go again: the last to close it leaves no -wal behind", () => {
    prepare("PRAGMA journal_mode = WAL; CREATE TABLE theirs (a)");
    expect(opening).toThrow(/another program/);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it("of a newer format is refused, and the message says what to do", () => {
    opening();
    prepare("PRAGMA user_version = 2");
    expect(opening).toThrow(MisconfiguredError);
    expect(opening).toThrow(
      /written in format 2 and this version of @fencepost\/sqlite reads format 1: update it/,
    );
  });

  it("on a network file system is refused before anything is made", () => {
    const table = "1 0 0:1 / / rw - nfs4 box:/ rw\n";
    expect(() => openDatabase(path, table)).toThrow(UnsupportedStoreError);
    openDatabase(path).close();
    expect(() => openDatabase(path, table)).toThrow(/nfs4/);
  });
});

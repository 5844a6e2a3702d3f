import { UnavailableError, type Version } from "@fencepost/core";
import Sqlite, { type Database } from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytes, connectBeside, create, Scratch, standingClock } from "../test/scratch.ts";
import { Connection } from "./connection.ts";
import { openDatabase } from "./database.ts";
import { FileStore, type SqliteStore } from "./sqlite-store.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

/** A store over a connection that is not quite what it should be. */
function openOver(connection: Connection): SqliteStore {
  return scratch.keep(new FileStore(connection, { clock: standingClock() }));
}

describe("a full disk", () => {
  it("leaves a write undecided and the rest as it was, and the same request is written once there is room", async () => {
    let database: Database | undefined;
    const connection = new Connection(scratch.path, (at) => {
      database = openDatabase(at);
      database.exec("PRAGMA max_page_count = 30");
      return database;
    });
    const store = openOver(connection);
    const large = new Uint8Array(10_000).fill(1);
    const results = [];
    for (let n = 0; n < 20; n += 1) results.push(await create(store, `k/${n}`, large));
    const undecided = results.findIndex(({ kind }) => kind !== "written");
    expect(results[undecided]).toEqual({ kind: "undecided", detail: expect.stringContaining("SQLITE_FULL") });
    expect(undecided).toBeGreaterThan(0);
    expect(await store.get("k/0", {})).toMatchObject({ kind: "found", body: large });
    expect(await store.get(`k/${undecided}`, {})).toEqual({ kind: "absent", tokenSeed: undecided + 1 });

    database?.exec("PRAGMA max_page_count = 1000");
    expect(await create(store, `k/${undecided}`, large)).toMatchObject({ kind: "written" });
  });
});

describe("a lost answer of the disk", () => {
  it("to a write that landed is unknown, and a read shows it", async () => {
    const error = new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_FSYNC");
    class Lossy extends Connection {
      override use<R>(work: Parameters<Connection["use"]>[0]): R {
        super.use(work);
        throw error;
      }
    }
    const store = openOver(new Lossy(scratch.path));
    expect(await create(store)).toMatchObject({
      kind: "unknown",
      cause: { code: "unavailable", cause: error },
    });
    await expect(store.get("k", {})).rejects.toThrow(UnavailableError);
    expect(await scratch.open().get("k", {})).toMatchObject({ kind: "found" });
  });
});

describe("a lock that another connection keeps", () => {
  function lock(): Database {
    const holder = connectBeside(scratch.path);
    holder.exec("BEGIN IMMEDIATE");
    return holder;
  }

  it("leaves a write undecided, while reads go on", async () => {
    const store = scratch.open();
    await create(store);
    const holder = lock();
    expect(await create(store, "new")).toEqual({
      kind: "undecided",
      detail: expect.stringMatching(
        /could not write "new" in .*another process keeps it locked.*SQLITE_BUSY/,
      ),
    });
    expect(await store.delete("k", "1" as Version, {})).toMatchObject({ kind: "undecided" });
    expect(await store.get("k", {})).toMatchObject({ kind: "found" });
    holder.exec("ROLLBACK");
    holder.close();
    expect(await create(store, "new")).toMatchObject({ kind: "written" });
  });

  it("is taken before the condition is looked at, so that even a write that would be refused waits", async () => {
    const store = scratch.open();
    await create(store);
    const holder = lock();
    expect(await create(store)).toMatchObject({ kind: "undecided" });
    holder.exec("ROLLBACK");
    holder.close();
    expect(await create(store)).toEqual({ kind: "refused" });
  });

  it("is waited for", async () => {
    await create(scratch.open());
    const holder = lock();
    const clock = standingClock(() => holder.exec("COMMIT"));
    expect(await create(scratch.open({ clock }), "new")).toMatchObject({ kind: "written" });
    holder.close();
  });

  it("is not waited for beyond an abort, which throws the signal's reason and has written nothing", async () => {
    const store = scratch.open();
    await create(store);
    const holder = lock();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = scratch.open({ clock: standingClock(() => controller.abort("over")) });
    await expect(waiting.put("new", bytes(""), "absent", { signal })).rejects.toBe("over");
    holder.exec("COMMIT");
    holder.close();
    expect(await store.get("new", {})).toMatchObject({ kind: "absent" });
  });

  it("makes the file unavailable to a store that has yet to make its tables", async () => {
    const holder = connectBeside(scratch.path);
    holder.exec("BEGIN EXCLUSIVE; CREATE TABLE t (a)");
    const store = scratch.open();
    await expect(store.get("k", {})).rejects.toThrow(UnavailableError);
    expect(await create(store)).toMatchObject({ kind: "undecided" });
    holder.exec("ROLLBACK");
    expect(await create(store)).toMatchObject({ kind: "written" });
    holder.close();
  });
});

import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { BadRecordError, type CoordinationError, MisconfiguredError, type Store } from "@fencepost/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectBeside, create, Scratch } from "../test/scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

/** What both a read and a write throw: one kind of error. */
async function failureOf(store: Store): Promise<CoordinationError> {
  const read: unknown = await store.get("k", {}).catch((error: unknown) => error);
  const write: unknown = await create(store, "new").catch((error: unknown) => error);
  expect(write).toBeInstanceOf((read as Error).constructor);
  return read as CoordinationError;
}

describe("a place that cannot be used", () => {
  it("is a folder: name a file", async () => {
    const error = await failureOf(scratch.open({}, scratch.folder));
    expect(error).toBeInstanceOf(MisconfiguredError);
    expect(error.message).toMatch(/is not a file: name one/);
  });

  it("lies below a file: correct the path", async () => {
    writeFileSync(scratch.path, "");
    const error = await failureOf(scratch.open({}, join(scratch.path, "deeper", "leases.db")));
    expect(error).toBeInstanceOf(MisconfiguredError);
    expect(error.message).toMatch(/could not read "k" in .*: a part of its path is a file/);
  });

  it("is a link to nothing, through which nothing is made", async () => {
    const target = join(scratch.folder, "target.db");
    symlinkSync(target, scratch.path);
    const error = await failureOf(scratch.open());
    expect(error).toBeInstanceOf(MisconfiguredError);
    expect(error.message).toMatch(/its path leads nowhere.* \(ENOENT/);
    expect(existsSync(target)).toBe(false);
  });

  it("has a path that is too long for SQLite", async () => {
    const deep = join(scratch.folder, ...Array.from({ length: 5 }, () => "d".repeat(120)), "leases.db");
    const error = await failureOf(scratch.open({}, deep));
    expect(error).toBeInstanceOf(MisconfiguredError);
    expect(error.message).toMatch(/its path is under 500 bytes.* \(SQLITE_CANTOPEN/);
  });
});

describe("a file that is no store", () => {
  it("is not a database: choose another", async () => {
    writeFileSync(scratch.path, "name: fencepost\n".repeat(300));
    const error = await failureOf(scratch.open());
    expect(error).toBeInstanceOf(MisconfiguredError);
    expect(error.message).toMatch(/the file is not a database: choose another file \(SQLITE_NOTADB/);
  });

  it("is damaged: call a person", async () => {
    const store = scratch.open();
    for (let n = 0; n < 20; n += 1) await create(store, `k/${n}`, new Uint8Array(2_000));
    store.close();
    const file = openSync(scratch.path, "r+");
    writeSync(file, Buffer.alloc(statSync(scratch.path).size - 4_096, 0xa5), 0, undefined, 4_096);
    closeSync(file);
    const error = await failureOf(scratch.open());
    expect(error).toBeInstanceOf(BadRecordError);
    expect(error.message).toMatch(/the file is damaged: .* \(SQLITE_CORRUPT/);
  });

  it.each([
    ["UPDATE objects SET metadata = '{'", /changed by hand: the metadata/],
    ["DELETE FROM counter", /changed by hand: its counter/],
    ["DROP TABLE objects", /not as this package made them/],
  ])("was changed by hand (%s): call a person", async (sql, problem) => {
    const store = scratch.open();
    await create(store);
    store.close();
    const database = connectBeside(scratch.path);
    database.exec(sql);
    database.close();
    const read = scratch.open().get("k", {});
    await expect(read).rejects.toThrow(BadRecordError);
    await expect(read).rejects.toThrow(problem);
  });
});

describe("no permission", () => {
  /** Root may write everywhere, so it becomes somebody else for as long as this takes. */
  async function asNobody(work: () => Promise<void>): Promise<void> {
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await work();
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(scratch.folder, 0o700);
    }
  }

  it("for the folder of a new file: change its owner or mode", async () => {
    chmodSync(scratch.folder, 0o555);
    await asNobody(async () => {
      const error = await failureOf(scratch.open());
      expect(error).toBeInstanceOf(MisconfiguredError);
      expect(error.message).toMatch(/this user may not read and write it and its folder.* \(EACCES/);
    });
  });

  /** The file of a store that has gone, in a folder that anybody may write to. */
  async function closedFile(mode: number): Promise<void> {
    const store = scratch.open();
    await create(store);
    store.close();
    chmodSync(scratch.path, mode);
    chmodSync(scratch.folder, 0o777);
  }

  it("for the file: change its owner or mode", async () => {
    await closedFile(0o000);
    await asNobody(async () => {
      const error = await failureOf(scratch.open());
      expect(error).toBeInstanceOf(MisconfiguredError);
      expect(error.message).toMatch(/SQLITE_CANTOPEN/);
    });
  });

  it("to write the file: it can be read, and a write says that it is read-only", async () => {
    await closedFile(0o444);
    await asNobody(async () => {
      const store = scratch.open();
      expect(await store.get("k", {})).toMatchObject({ kind: "found" });
      const write = create(store, "new");
      await expect(write).rejects.toThrow(MisconfiguredError);
      await expect(write).rejects.toThrow(/the file is read-only: .* \(SQLITE_READONLY/);
    });
  });
});

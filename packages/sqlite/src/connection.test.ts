import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MisconfiguredError } from "@fencepost/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { create, Scratch } from "../test/scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

describe("a file that is exchanged while open", () => {
  const exchanges: readonly [string, (path: string) => void][] = [
    ["deleted", (path) => rmSync(path)],
    ["moved away", (path) => renameSync(path, `${path}.old`)],
    [
      "replaced by a copy",
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
    ["robbed of its -wal", (path) => rmSync(`${path}-wal`)],
    ["robbed of its -shm", (path) => rmSync(`${path}-shm`)],
  ];

  it.each(exchanges)("(%s) is noticed by the next call, and by each one after it", async (_, exchange) => {
    const store = scratch.open();
    await create(store);
    exchange(scratch.path);
    for (const call of [() => store.get("k", {}), () => create(store, "new"), () => store.get("k", {})]) {
      await expect(call()).rejects.toThrow(MisconfiguredError);
      await expect(call()).rejects.toThrow(/was deleted or replaced while open/);
    }
  });

  it("is opened anew by a new store", async () => {
    await create(scratch.open());
    for (const end of ["", "-wal", "-shm"]) rmSync(scratch.path + end);
    expect(await create(scratch.open())).toMatchObject({ kind: "written" });
  });
});

describe("a disk that comes late", () => {
  it("is found by the next call", async () => {
    const mount = join(scratch.folder, "mount");
    writeFileSync(mount, "");
    const store = scratch.open({}, join(mount, "leases.db"));
    await expect(store.get("k", {})).rejects.toThrow(MisconfiguredError);
    rmSync(mount);
    mkdirSync(mount);
    expect(await create(store)).toMatchObject({ kind: "written" });
  });
});

describe("a store", () => {
  it("opens nothing before its first call", async () => {
    const store = scratch.open();
    expect(existsSync(scratch.path)).toBe(false);
    await store.get("k", {});
    expect(existsSync(scratch.path)).toBe(true);
  });

  it("that is closed answers each call with a TypeError, and may be closed again", async () => {
    const store = scratch.open();
    await create(store);
    store.close();
    store[Symbol.dispose]();
    await expect(store.get("k", {})).rejects.toThrow(TypeError);
    await expect(create(store)).rejects.toThrow(/is closed: make a new one/);
  });

  it("that was closed leaves nothing but the file, in which everything is", async () => {
    const store = scratch.open();
    await create(store);
    store.close();
    expect([existsSync(`${scratch.path}-wal`), existsSync(`${scratch.path}-shm`)]).toEqual([false, false]);
    expect(await scratch.open().get("k", {})).toMatchObject({ kind: "found" });
  });
});

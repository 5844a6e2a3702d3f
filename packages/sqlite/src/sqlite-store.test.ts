import type { PutCondition, Store, Version } from "@fencepost/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  bytes,
  connectBeside,
  create,
  keysOf,
  Scratch,
  standingClock,
  textOf,
  versionOf,
} from "../test/scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

async function write(store: Store, text: string, condition: PutCondition): Promise<Version> {
  return versionOf(await store.put("k", bytes(text), condition, {}));
}

describe("a write", () => {
  it("is read back as it was: bytes, metadata, content type, version", async () => {
    const store = scratch.open();
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const metadata = { "write-id": "a1", "": "no name", name: "é\n\u2028😀" };
    const version = versionOf(await store.put("k", body, "absent", { metadata, contentType: "text/csv" }));
    const found = await store.get("k", {});
    expect(found).toMatchObject({ kind: "found", body, metadata, contentType: "text/csv", version });
    expect(found).toHaveProperty("metadata", metadata);
  });

  it("may be of no bytes at all, and of 8 MiB", async () => {
    const store = scratch.open();
    const large = new Uint8Array(8 * 2 ** 20).fill(7);
    await create(store, "empty", new Uint8Array(0));
    await create(store, "large", large);
    expect(await store.get("empty", {})).toMatchObject({ kind: "found", body: new Uint8Array(0) });
    const result = await store.get("large", {});
    expect(result.kind === "found" && Buffer.compare(result.body, large)).toBe(0);
  });

  it("that creates is refused where something is", async () => {
    const store = scratch.open();
    await write(store, "first", "absent");
    expect(await create(store, "k", bytes("second"))).toEqual({ kind: "refused" });
    expect(await textOf(store)).toBe("first");
  });

  it("that replaces or deletes is refused for an older version, another spelling of one, and nothing", async () => {
    const store = scratch.open();
    const first = await write(store, "first", "absent");
    const second = await write(store, "second", { matches: first });
    for (const version of [first, `0${second}`, `${second}.0`, "", "undefined", "null"] as Version[]) {
      for (const key of ["k", "none"]) {
        expect(await store.put(key, bytes("third"), { matches: version }, {})).toEqual({ kind: "refused" });
        expect(await store.delete(key, version, {})).toEqual({ kind: "refused" });
      }
    }
    expect(await textOf(store)).toBe("second");
    expect(await store.delete("k", second, {})).toEqual({ kind: "written", version: second });
    expect(await keysOf(store)).toEqual([]);
  });

  it("keeps its bytes even if the caller changes them while it waits for a lock", async () => {
    await create(scratch.open(), "other");
    const holder = connectBeside(scratch.path);
    holder.exec("BEGIN IMMEDIATE");
    const body = bytes("before");
    const clock = standingClock(() => {
      body.set(bytes("after!"));
      holder.exec("COMMIT");
    });
    const store = scratch.open({ clock });
    expect(await create(store, "k", body)).toMatchObject({ kind: "written" });
    expect(await textOf(store)).toBe("before");
    holder.close();
  });
});

describe("a version", () => {
  it("never comes back, even for equal bytes, and after a delete", async () => {
    const store = scratch.open();
    const versions: Version[] = [];
    for (let round = 0; round < 5; round += 1) {
      const created = await write(store, "same", "absent");
      const replaced = await write(store, "same", { matches: created });
      await store.delete("k", replaced, {});
      versions.push(created, replaced);
    }
    expect(new Set(versions).size).toBe(10);
  });

  it("in hand spares the body, and only if it is the newest", async () => {
    const store = scratch.open();
    const first = await write(store, "first", "absent");
    expect(await store.get("k", { unlessVersion: first })).toMatchObject({ kind: "unchanged" });
    await write(store, "second", { matches: first });
    expect(await store.get("k", { unlessVersion: first })).toMatchObject({ kind: "found" });
    expect(await store.get("none", { unlessVersion: first })).toMatchObject({ kind: "absent" });
  });
});

describe("the token seed", () => {
  it("is one more than the number of accepted writes, deletes too, of all keys", async () => {
    const store = scratch.open();
    const seed = async () => store.get("none", {});
    expect(await seed()).toEqual({ kind: "absent", tokenSeed: 1 });
    const version = versionOf(await create(store, "a"));
    await create(store, "a");
    expect(await seed()).toEqual({ kind: "absent", tokenSeed: 2 });
    await store.delete("a", version, {});
    expect(await seed()).toEqual({ kind: "absent", tokenSeed: 3 });
    await create(store, "b");
    expect(await seed()).toEqual({ kind: "absent", tokenSeed: 4 });
  });

  it("survives when everything was deleted, and the file was closed", async () => {
    const first = scratch.open();
    for (const key of ["a", "b", "c"]) await first.delete(key, versionOf(await create(first, key)), {});
    first.close();
    const second = scratch.open();
    expect(await keysOf(second)).toEqual([]);
    expect(await second.get("a", {})).toEqual({ kind: "absent", tokenSeed: 7 });
  });
});

describe("a key", () => {
  it("is exact: case, form, trailing space, NUL and wildcards make another one", async () => {
    const store = scratch.open();
    const keys = ["a", "A", "a ", "a\0", "a\0b", "\u00e9", "e\u0301", "a%", "a_", "a/b", "\ufffd", "😀", ""];
    for (const key of keys) await create(store, key, bytes(`of ${key}`));
    for (const key of keys) expect(await textOf(store, key)).toBe(`of ${key}`);
    expect((await keysOf(store)).toSorted()).toEqual(keys.toSorted());
  });

  it("with half of a surrogate pair is refused, since SQLite would store another", async () => {
    const store = scratch.open();
    for (const key of ["\ud83d", "a\ude00b"]) {
      await expect(store.get(key, {})).rejects.toThrow(TypeError);
      await expect(create(store, key)).rejects.toThrow(/half of a surrogate pair/);
      await expect(store.delete(key, "1" as Version, {})).rejects.toThrow(TypeError);
      await expect(keysOf(store, key)).rejects.toThrow(TypeError);
    }
  });
});

describe("a list", () => {
  /** Many objects in one transaction, so in one sync of the disk. */
  function copyRow(of: string, keys: readonly string[]): void {
    const columns = "version, body, metadata, boot_id, time_namespace, written_ms";
    const copies = keys.map(
      (key) =>
        `INSERT INTO objects (key, ${columns}) SELECT '${key}', ${columns} FROM objects WHERE key = '${of}';`,
    );
    const database = connectBeside(scratch.path);
    database.exec(`BEGIN; ${copies.join(" ")} COMMIT`);
    database.close();
  }

  it("has the keys that start with the prefix, taken by the letter", async () => {
    const store = scratch.open();
    for (const key of ["a%b/1", "a%b/2", "axb/1", "a%b", "A%b/1", "a%b0", "a%b/😀", "b"])
      await create(store, key);
    expect((await keysOf(store, "a%b/")).toSorted()).toEqual(["a%b/1", "a%b/2", "a%b/😀"]);
    expect(await keysOf(store, "nothing")).toEqual([]);
  });

  it.each([500, 501, 1_000, 1_001])("of %i keys goes on over pages, and has each once", async (count) => {
    const store = scratch.open();
    const keys = Array.from({ length: count }, (_, index) => `k/${String(index).padStart(4, "0")}`);
    await create(store, "l");
    copyRow("l", keys);
    expect(await keysOf(store, "k/")).toEqual(keys);
  });

  it("ends when its signal aborts, with the signal's own reason", async () => {
    const store = scratch.open();
    for (const key of ["a", "b", "c"]) await create(store, key);
    const controller = new AbortController();
    const list = store.list("", { signal: controller.signal })[Symbol.asyncIterator]();
    expect(await list.next()).toEqual({ done: false, value: "a" });
    controller.abort("enough");
    await expect(list.next()).rejects.toBe("enough");
  });
});

describe("an abort before a call", () => {
  it("throws the signal's own reason, and nothing is written", async () => {
    const store = scratch.open();
    const reason = new Error("over");
    const signal = AbortSignal.abort(reason);
    const version = versionOf(await create(store));
    await expect(store.get("k", { signal })).rejects.toBe(reason);
    await expect(store.put("new", bytes(""), "absent", { signal })).rejects.toBe(reason);
    await expect(store.delete("k", version, { signal })).rejects.toBe(reason);
    await expect(store.list("", { signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    expect(await keysOf(store)).toEqual(["k"]);
  });
});

import type { Store } from "@fencepost/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytes, create, Scratch, textOf, versionOf } from "../test/scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

describe("two stores on one file", () => {
  it("see each other's writes, and one of them wins", async () => {
    const [first, second] = [scratch.open(), scratch.open()];
    const version = versionOf(await create(first, "k", bytes("first")));
    expect(await second.get("k", {})).toMatchObject({ kind: "found", version });
    expect(await create(second)).toEqual({ kind: "refused" });
    await second.put("k", bytes("second"), { matches: version }, {});
    expect(await first.put("k", bytes("third"), { matches: version }, {})).toEqual({ kind: "refused" });
    expect(await textOf(first)).toBe("second");
  });

  it("may both find no file, and make it together", async () => {
    const stores = [scratch.open(), scratch.open(), scratch.open()];
    const made = await Promise.all(stores.map((store) => create(store)));
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(["refused", "refused", "written"]);
  });

  it("lose no increment of a counter that all replace", async () => {
    const increment = async (store: Store): Promise<void> => {
      for (;;) {
        const now = await store.get("k", {});
        if (now.kind !== "found") throw new Error(now.kind);
        const next = bytes(String(Number(new TextDecoder().decode(now.body)) + 1));
        if ((await store.put("k", next, { matches: now.version }, {})).kind === "written") return;
      }
    };
    await create(scratch.open(), "k", bytes("0"));
    const stores = [scratch.open(), scratch.open(), scratch.open(), scratch.open()];
    await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => increment(store))));
    expect(await textOf(scratch.open())).toBe("40");
  });
});

describe("the clock that the stores of a machine share", () => {
  function boot(bootId: string | undefined) {
    let nowMs = 1_000;
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { machine: { bootId, timeNamespace: "", monotonicMs: () => nowMs }, pass };
  }

  it("tells the age of the last write, which each write resets", async () => {
    const { machine, pass } = boot("boot-1");
    const [writer, reader] = [scratch.open({ machine }), scratch.open({ machine })];
    const version = versionOf(await create(writer));
    pass(700);
    const times = { nowMs: 1_700, ageMs: 700, resolutionMs: 1 };
    expect(await reader.get("k", {})).toMatchObject({ kind: "found", times });
    expect(await reader.get("k", { unlessVersion: version })).toEqual({ kind: "unchanged", times });
    await writer.put("k", bytes(""), { matches: version }, {});
    expect(await reader.get("k", {})).toMatchObject({ times: { ageMs: 0 } });
    expect(reader.capabilities.clock).toBe(true);
  });

  it("calls a record from another boot endlessly old", async () => {
    await create(scratch.open({ machine: boot("boot-1").machine }));
    const after = await scratch.open({ machine: boot("boot-2").machine }).get("k", {});
    expect(after).toMatchObject({ kind: "found", times: { ageMs: Number.POSITIVE_INFINITY } });
  });

  it("says nothing, and does not claim to be one, where no boot id can be read", async () => {
    const store = scratch.open({ machine: boot(undefined).machine });
    await create(store);
    expect(store.capabilities.clock).toBe(false);
    expect(await store.get("k", {})).toMatchObject({ kind: "found", times: undefined });
    const elsewhere = scratch.open({ machine: boot("boot-1").machine });
    expect(await elsewhere.get("k", {})).toMatchObject({ kind: "found", times: undefined });
  });
});

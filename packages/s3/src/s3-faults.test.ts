/** What our store makes of each fault of a strict server. How a request ends that is dropped or answered otherwise is in s3-quirks-served.test.ts. */
import type { GetResult, PutResult, Store, Version } from "@fencepost/core";
import { createWorld, Hold, type S3Server, type ServerAction, startS3Server } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { bytes, storeAt } from "../test/scripted-s3.ts";

async function withStore(use: (server: S3Server, store: Store) => Promise<void>): Promise<void> {
  await using server = await startS3Server({ clock: createWorld().process("server").clock });
  await use(server, storeAt(server.url));
}

async function write(
  store: Store,
  text: string,
  condition: "absent" | { matches: Version },
): Promise<Version> {
  const result = await store.put("key", bytes(text), condition, {});
  if (result.kind !== "written") throw new Error(`expected it to be written, got ${result.kind}`);
  return result.version;
}

const textOf = (result: GetResult): string | undefined =>
  result.kind === "found" ? new TextDecoder().decode(result.body) : undefined;
const read = async (store: Store): Promise<string | undefined> => textOf(await store.get("key", {}));

describe("a write whose outcome is lost", () => {
  it.each<[string, ServerAction, PutResult["kind"], string | undefined]>([
    ["dropped before its effect", { kind: "drop", when: "before-effect" }, "unknown", undefined],
    ["dropped after its effect", { kind: "drop", when: "after-effect" }, "unknown", "one"],
    ["cut off", { kind: "cut" }, "unknown", "one"],
    ["answered 503 before its effect", { kind: "answer", status: 503 }, "unknown", undefined],
    [
      "answered 503 after its effect",
      { kind: "answer", status: 503, when: "after-effect" },
      "unknown",
      "one",
    ],
    ["answered 500 without a body", { kind: "answer", status: 500, body: false }, "unknown", undefined],
    ["answered 429", { kind: "answer", status: 429 }, "undecided", undefined],
    ["answered 409", { kind: "answer", status: 409 }, "undecided", undefined],
  ])("%s is never called written or refused", async (_, action, kind, stands) => {
    await withStore(async (server, store) => {
      const heal = server.fault({ method: "PUT", action });
      expect((await store.put("key", bytes("one"), "absent", {})).kind).toBe(kind);
      expect(heal.fired).toBe(1);
      expect(await read(store)).toBe(stands);
    });
  });

  it("lands late, and then only if its condition still holds", async () => {
    await withStore(async (server, store) => {
      const version = await write(store, "one", "absent");
      const hold = new Hold();
      server.fault({ method: "PUT", first: 1, action: { kind: "land-late", hold } });
      expect((await store.put("key", bytes("late"), { matches: version }, {})).kind).toBe("unknown");
      expect(await read(store)).toBe("one");
      await write(store, "two", { matches: version });
      // Overtaken, on AWS.
      expect(await hold.letGo()).toEqual([{ status: 409 }]);
      expect(await read(store)).toBe("two");
    });
  });

  it("lands late after all, if nobody came between", async () => {
    await withStore(async (server, store) => {
      const hold = new Hold();
      server.fault({ method: "PUT", first: 1, action: { kind: "land-late", hold } });
      expect((await store.put("key", bytes("late"), "absent", {})).kind).toBe("unknown");
      expect((await store.get("key", {})).kind).toBe("absent");
      expect(await hold.letGo()).toEqual([{ status: 200 }]);
      expect(await read(store)).toBe("late");
    });
  });
});

describe("a delay", () => {
  it("keeps a read waiting, and changes nothing of what it finds", async () => {
    await withStore(async (server, store) => {
      await write(store, "one", "absent");
      const hold = new Hold();
      server.fault({ method: "GET", action: { kind: "delay", hold } });
      const slow = read(store);
      await hold.untilCaught();
      await hold.letGo();
      expect(await slow).toBe("one");
    });
  });

  it("ends with the caller's signal, and the write that it kept may land", async () => {
    await withStore(async (server, store) => {
      const hold = new Hold();
      server.fault({ method: "PUT", action: { kind: "delay", hold } });
      const caller = new AbortController();
      const given = store.put("key", bytes("one"), "absent", { signal: caller.signal });
      await hold.untilCaught();
      caller.abort(new Error("given up"));
      expect((await given).kind).toBe("unknown");
      await hold.letGo();
      expect(await read(store)).toBe("one");
    });
  });
});

describe("the times of an answer", () => {
  it.each<[string, ServerAction]>([
    ["without Date", { kind: "date", missing: true }],
    ["with a Date that is none", { kind: "date", value: "yesterday" }],
    ["from a cache, with its Age", { kind: "age", seconds: 60 }],
    ["without Last-Modified", { kind: "no-last-modified" }],
    ["whose Date lies before Last-Modified", { kind: "date", skewMs: -60_000 }],
  ])("%s say nothing", async (_, action) => {
    await withStore(async (server, store) => {
      await write(store, "one", "absent");
      const { times } = (await store.get("key", {})) as Extract<GetResult, { kind: "found" }>;
      expect(times?.ageMs).toBe(0);
      server.fault({ method: "GET", action });
      expect(await store.get("key", {})).toMatchObject({ kind: "found", times: undefined });
    });
  });

  it("with a Date that is an hour ahead are believed: nobody but the store knows its time", async () => {
    await withStore(async (server, store) => {
      await write(store, "one", "absent");
      server.fault({ method: "GET", action: { kind: "date", skewMs: 3_600_000 } });
      expect(await store.get("key", {})).toMatchObject({ times: { ageMs: 3_600_000 } });
    });
  });

  it("of a missing object give no seed for tokens where there is no Date", async () => {
    await withStore(async (server, store) => {
      expect(await store.get("key", {})).toMatchObject({ kind: "absent", tokenSeed: expect.any(Number) });
      server.fault({ action: { kind: "date", missing: true } });
      expect(await store.get("key", {})).toEqual({ kind: "absent", tokenSeed: undefined });
    });
  });
});

describe("a store that does not keep its word", () => {
  it("shows an old state once: the version betrays it, and a write on it is refused", async () => {
    await withStore(async (server, store) => {
      const old = await write(store, "one", "absent");
      await write(store, "two", { matches: old });
      server.fault({ method: "GET", first: 1, action: { kind: "stale-read" } });
      expect(await store.get("key", {})).toMatchObject({ kind: "found", version: old });
      expect(await store.put("key", bytes("three"), { matches: old }, {})).toEqual({ kind: "refused" });
      expect(await read(store)).toBe("two");
    });
  });

  it("passes a condition over: the store cannot tell, which is why unknown ones are probed", async () => {
    await withStore(async (server, store) => {
      await write(store, "one", "absent");
      server.fault({ method: "PUT", action: { kind: "ignore-condition" } });
      expect((await store.put("key", bytes("two"), "absent", {})).kind).toBe("written");
    });
  });

  it("goes back to an earlier state for good: the version of the later one fits no more", async () => {
    await withStore(async (server, store) => {
      const old = await write(store, "one", "absent");
      const { revision } = server;
      const later = await write(store, "two", { matches: old });
      server.rollBack(revision);
      expect(await read(store)).toBe("one");
      expect(await store.put("key", bytes("three"), { matches: later }, {})).toEqual({ kind: "refused" });
      await write(store, "four", { matches: old });
      server.fault({ method: "GET", first: 1, action: { kind: "roll-back", back: 1 } });
      expect([await read(store), await read(store)]).toEqual(["one", "one"]);
    });
  });

  it("refuses those who may not list, but only what is missing", async () => {
    await withStore(async (server, store) => {
      server.fault({ method: "GET", action: { kind: "deny", what: "missing" } });
      await expect(store.get("key", {})).rejects.toThrow("without it a missing object looks forbidden");
      await write(store, "one", "absent");
      expect(await read(store)).toBe("one");
    });
  });
});

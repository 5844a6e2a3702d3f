import { storeConformance } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { hastyClock, limitMs } from "../../../testing/test/hasty-clock.ts";
import { memoryStore } from "./memory-store.ts";
import type { PutCondition, Store, Version } from "./store.ts";

/** What does not concern the memory store, by name: anything else that is skipped fails. */
const notOfHashes = [
  "equal bytes get a new version with every write, where versions are said to be unique",
  "a version does not come back when its object is deleted and made anew, where versions are said to be unique",
];

describe.each([
  { versions: "unique", notApplicable: [] },
  { versions: "content-hash", notApplicable: notOfHashes },
] as const)("the memory store with versions that are $versions", ({ versions, notApplicable }) => {
  const clock = hastyClock();
  const store = memoryStore({ clock, versions });
  const cases = storeConformance({ open: () => store, clock, limitMs });

  test.each(cases)("$name", async ({ name, run }) => {
    const skipped = await run();
    expect(skipped !== undefined, skipped?.skipped).toBe((notApplicable as readonly string[]).includes(name));
  });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function written(store: Store, text: string, condition: PutCondition): Promise<Version> {
  const result = await store.put("key", bytes(text), condition, {});
  if (result.kind !== "written") throw new Error(`expected written, got ${result.kind}`);
  return result.version;
}

test("with versions that are hashes, a change away and back goes unseen by a condition, as on S3", async () => {
  const store = memoryStore({ versions: "content-hash" });
  const first = await written(store, "A", "absent");
  const second = await written(store, "B", { matches: first });
  const third = await written(store, "A", { matches: second });
  expect(third).toBe(first);
  expect((await store.put("key", bytes("late"), { matches: first }, {})).kind).toBe("written");
});

test("a listing of an empty store throws the reason of an aborted signal", async () => {
  const listing = memoryStore().list("", { signal: AbortSignal.abort("enough") });
  await expect(listing[Symbol.asyncIterator]().next()).rejects.toBe("enough");
});

test("the age is told by the clock that was handed in", async () => {
  const clock = hastyClock();
  const store = memoryStore({ clock });
  await store.put("key", bytes("A"), "absent", {});
  await clock.sleep(1_500);
  expect(await store.get("key", {})).toMatchObject({
    times: { nowMs: 1_500, ageMs: 1_500, resolutionMs: 1 },
  });
});

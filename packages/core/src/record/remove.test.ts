import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { deadlineAfter } from "../base/deadline.ts";
import { systemRandom } from "../base/random.ts";
import type { FencingToken } from "../base/token.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { PutResult, Store } from "../store/store.ts";
import type { RecordFormat } from "./format.ts";
import { type LeaseRecord, leaseFormat } from "./lease-record.ts";
import type { Present } from "./read.ts";
import { writeRecord } from "./write.ts";

const place = { key: "k", name: "k", requestTimeoutMs: 1_000 };
const lost: PutResult = { kind: "unknown", cause: new Error("the connection was reset") };
const record: Omit<LeaseRecord, "recent"> = {
  state: "held",
  token: 1 as FencingToken,
  holder: "a",
  ttlMs: 30_000,
  renewals: 0,
};
const accessTo = (store: Store) => ({
  store,
  clock: systemClock,
  random: systemRandom,
  onEvent: () => {},
});

async function standing(store: Store, format = leaseFormat): Promise<Present<LeaseRecord>> {
  const found = await store.get("k", {});
  const base =
    found.kind === "found"
      ? ({ kind: "present", version: found.version, record: format.decode(found, "k") } as const)
      : ({ kind: "absent", tokenSeed: 1 } as const);
  const options = { deadline: deadlineAfter(systemClock, 1_000) };
  const outcome = await writeRecord(accessTo(store), place, format, base, record, options);
  if (outcome.kind !== "written") throw new Error(outcome.kind);
  return outcome.state;
}

/** What came of a removal whose first request goes as `first` says. */
async function remove(
  first: (effect: () => Promise<PutResult>, store: Store) => Promise<PutResult>,
  format: RecordFormat<LeaseRecord> = leaseFormat,
) {
  const inner = memoryStore();
  const base = await standing(inner, format);
  let requests = 0;
  const store: Store = {
    ...inner,
    delete(...args) {
      requests += 1;
      const effect = () => inner.delete(...args);
      return requests === 1 ? first(effect, inner) : effect();
    },
  };
  const options = { deadline: deadlineAfter(systemClock, 1_000) };
  const outcome = await writeRecord(accessTo(store), place, format, base, undefined, options);
  return { kind: outcome.kind, requests, stands: (await inner.get("k", {})).kind };
}

test("an object is removed with one request, in the version that was read", async () => {
  expect(await remove((effect) => effect())).toEqual({ kind: "deleted", requests: 1, stands: "absent" });
});

test("a removal whose answer is lost is settled by a read: what is gone is gone", async () => {
  const lostAfter = async (effect: () => Promise<PutResult>) => {
    await effect();
    return lost;
  };
  expect(await remove(lostAfter)).toEqual({ kind: "deleted", requests: 1, stands: "absent" });
});

test("a removal that was lost on its way is repeated", async () => {
  expect(await remove(async () => lost)).toEqual({ kind: "deleted", requests: 2, stands: "absent" });
});

test("an object that was replaced meanwhile is not removed", async () => {
  const overtaken = async (effect: () => Promise<PutResult>, store: Store) => {
    await standing(store);
    return effect();
  };
  expect(await remove(overtaken)).toEqual({ kind: "conflict", requests: 1, stands: "found" });
});

test("after an attempt without an answer only what is seen of a write tells, where it can be hidden", async () => {
  const replaced = async (_: unknown, store: Store) => {
    await standing(store);
    return lost;
  };
  expect((await remove(replaced)).kind).toBe("conflict");
  expect((await remove(replaced, { ...leaseFormat, canHide: () => true })).kind).toBe("overtaken");
  const refused = async (effect: () => Promise<PutResult>, store: Store) => {
    await standing(store);
    return effect();
  };
  expect((await remove(refused, { ...leaseFormat, canHide: () => true })).kind).toBe("conflict");
});

import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import type { CoordinationEvent } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import { createCoordinator } from "../coordinator.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Store, StoreTimes, Version } from "../store/store.ts";
import { StoreClock } from "./store-clock.ts";

const record: LeaseRecord = {
  state: "held",
  token: 1 as FencingToken,
  holder: "a",
  recent: ["0".repeat(32)],
  ttlMs: 30_000,
  renewals: 0,
};
const at = (
  answeredAtMs: number,
  times: StoreTimes | undefined,
  version = "1",
): Sighting<LeaseRecord> & Present<LeaseRecord> => ({
  kind: "present",
  version: version as Version,
  record,
  times,
  sentAtMs: answeredAtMs,
  answeredAtMs,
});
const storeSays = (nowMs: number, ageMs: number): StoreTimes => ({ nowMs, ageMs, resolutionMs: 1_000 });

test("times of the future are no evidence", () => {
  expect(new StoreClock().read(at(0, storeSays(1e12, -1)))).toBeUndefined();
});

test.each([
  ["runs as ours does", 20_000, true],
  ["is a front end apart", 23_500, true],
  ["was stepped forwards", 60_000, false],
  ["was stepped back", 5_000, false],
  ["stands still", 0, false],
])("the store's clock is believed or not when it %s", (_, storeProgressMs, believed) => {
  const storeClock = new StoreClock();
  storeClock.read(at(0, storeSays(1e12, 1_000)));
  const told = storeClock.read(at(20_000, storeSays(1e12 + storeProgressMs, 21_000)));
  expect(told !== "apart").toBe(believed);
});

test("a new version is dated by the clock as it is now", () => {
  const storeClock = new StoreClock();
  storeClock.read(at(0, storeSays(1e12, 1_000)));
  expect(storeClock.read(at(20_000, storeSays(2e12, 1_000), "2"))).toMatchObject({ nowMs: 2e12 });
});

/** A store whose clock steps forwards: what was written before looks older from then on. */
function stepping(inner: Store): { store: Store; step(ms: number): Promise<void> } {
  let step = { ms: 0, atMs: 0 };
  const get: Store["get"] = async (...args) => {
    const found = await inner.get(...args);
    if (found.kind === "absent" || !found.times) return found;
    const { nowMs, ageMs, resolutionMs } = found.times;
    const olderMs = nowMs - ageMs < step.atMs ? step.ms : 0;
    return { ...found, times: { nowMs: nowMs + step.ms, ageMs: ageMs + olderMs, resolutionMs } };
  };
  return {
    store: { ...inner, get },
    async step(ms) {
      const found = await inner.get("_fencepost/leases/x.json", {});
      step = { ms, atMs: found.kind === "found" ? (found.times?.nowMs ?? 0) : 0 };
    },
  };
}

test("a waiter that sees the store's clock step says so once, and watches the lease for its ttl", async () => {
  const world = createWorld();
  const holder = await world.process("a").coordinator.acquire("x");
  const { store, step } = stepping(world.store);
  const events: CoordinationEvent[] = [];
  const { clock } = world.process("b");
  const b = createCoordinator(store, { holder: "b", clock, onEvent: (event) => events.push(event) });
  const waiting = b.acquire("x", { waitMs: 20_000 }).catch((error: unknown) => error);
  await world.advance(5_000);
  await step(3_600_000);
  await world.advance(30_000);
  expect(await waiting).toMatchObject({ code: "contended" });
  holder.throwIfLost();
  expect(events.filter(({ type }) => type === "lease.fallback")).toEqual([
    { type: "lease.fallback", key: "x", token: 1, holder: "a", why: "clocks-apart" },
  ]);
});

test("a process that stood still between two calls, its monotonic clock too, believes the store's clock in the second", async () => {
  const world = createWorld();
  const a = world.process("a");
  await a.coordinator.acquire("x");
  await world.advance(1);
  const { store, step } = stepping(world.store);
  const { clock } = world.process("b");
  const b = createCoordinator(store, { holder: "b", clock });
  expect(await b.tryAcquire("x")).toBeUndefined();
  a.pause();
  // To a process whose clock stands still the whole world steps forwards.
  await step(60_000);
  expect(await b.tryAcquire("x")).toMatchObject({ token: 2 });
});

test("an answer that proves nothing of age is reported, and the lease judged by watching", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  const timeless = {
    ...world.store,
    get: async (...args: Parameters<typeof world.store.get>) => ({
      ...(await world.store.get(...args)),
      times: undefined,
    }),
  } as typeof world.store;
  const events: CoordinationEvent[] = [];
  const { clock } = world.process("b");
  const b = createCoordinator(timeless, { holder: "b", clock, onEvent: (event) => events.push(event) });
  expect(await b.tryAcquire("x")).toBeUndefined();
  expect(events).toContainEqual({
    type: "lease.fallback",
    key: "x",
    token: 1,
    holder: "a",
    why: "no-age",
  });
  expect(await b.inspect("x")).toMatchObject({ state: "undetermined", expiresInMs: undefined });
});

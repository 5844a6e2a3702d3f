/** The life of a lease (protocol, section 5), in a world where time is virtual. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { LeaseLostError, UnavailableError } from "../base/errors.ts";
import type { CoordinationEvent } from "../base/events.ts";
import { createCoordinator } from "../coordinator.ts";
import { leaseFormat } from "../record/lease-record.ts";
import type { Store } from "../store/store.ts";

const name = "_fencepost/leases/x.json";

async function recordIn(world: World) {
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("no record");
  return { ...leaseFormat.decode(found, "x"), version: found.version };
}
const requests = (events: readonly CoordinationEvent[]): string[] =>
  events.flatMap((event) => (event.type === "store.request" ? [`${event.operation} ${event.outcome}`] : []));

test("the request budget: acquire 2 cold and 1 warm, renew 1, release 1", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const count = (): string[] => requests(world.events);
  const cold = await coordinator.acquire("x");
  expect(count()).toEqual(["get absent", "put written"]);
  await world.advance(10_000);
  expect(count().slice(2)).toEqual(["put written"]);
  await cold.release();
  expect(count().slice(3)).toEqual(["put written"]);
  const warm = await coordinator.acquire("x");
  expect(count().slice(4)).toEqual(["put written"]);
  expect(warm.token).toBe(cold.token + 1);
});

test("a renewed lease is held as long as its process lives, and every renewal is one request", async () => {
  const world = createWorld();
  const a = world.process("a");
  const b = world.process("b");
  const lease = await a.coordinator.acquire("x");
  for (let seconds = 0; seconds < 600; seconds += 5) {
    await world.advance(5_000);
    expect(await b.coordinator.tryAcquire("x")).toBeUndefined();
    lease.throwIfLost();
  }
  const renewals = world.events.filter((event) => event.type === "lease.renewed").length;
  expect(renewals).toBeGreaterThanOrEqual(60);
  expect(renewals).toBeLessThanOrEqual(68);
});

test("a fixed term sends no heartbeats, and its signal aborts when the work's time is over", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x", { term: "fixed", workTimeoutMs: 60_000 });
  await world.advance(59_999);
  expect(lease.signal.aborted).toBe(false);
  expect(requests(world.events)).toHaveLength(2);
  await world.advance(1);
  expect(lease.signal.reason).toMatchObject({ code: "lease-lost", reason: "timeout" });
});

test("a dead holder's lease is taken when ttl and margins have passed, with a larger token", async () => {
  const world = createWorld();
  const a = world.process("a");
  const first = await a.coordinator.acquire("x");
  a.pause();
  const waiting = world.process("b").coordinator.acquire("x", { waitMs: 60_000 });
  await world.advance(31_000);
  expect(await recordIn(world)).toMatchObject({ holder: "a", token: first.token });
  await world.advance(200);
  const second = await waiting;
  expect(second.token).toBe(first.token + 1);
});

test("by watching alone a fresh process waits a whole ttl, and a restarted wait does not begin anew", async () => {
  const world = createWorld();
  const a = world.process("a");
  await a.coordinator.acquire("x");
  a.pause();
  await world.advance(100_000);
  const b = world.process("b", { expiry: "observed" });
  expect(await b.coordinator.tryAcquire("x")).toBeUndefined();
  await world.advance(29_999);
  expect(await b.coordinator.tryAcquire("x")).toBeUndefined();
  await world.advance(1);
  expect(await b.coordinator.tryAcquire("x")).toBeDefined();
});

test("a process that was stopped past its window learns it at the next look, before any timer", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  await world.advance(500);
  a.pause();
  await world.advance(60_000);
  const b = await world.process("b").coordinator.acquire("x");
  a.resume();
  expect(() => lease.throwIfLost()).toThrow(LeaseLostError);
  expect(lease.signal.reason).toMatchObject({ reason: "frozen" });
  await world.advance(60_000);
  expect((await recordIn(world)).token).toBe(b.token);
});

test("a holder whose wall clock is an hour ahead, or behind, does not outlive its window (T3)", async () => {
  for (const wallOffsetMs of [3_600_000, -3_600_000]) {
    const world = createWorld();
    const a = world.process("a", { wallOffsetMs });
    const lease = await a.coordinator.acquire("x");
    a.pause();
    const waiting = world.process("b").coordinator.acquire("x", { waitMs: 60_000 });
    await world.advance(32_000);
    (await waiting).throwIfLost();
    a.resume();
    expect(() => lease.throwIfLost()).toThrow(LeaseLostError);
  }
});

test("a pause of the whole machine, in which the monotonic clock stands still, is seen by the wall clock", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  a.pause();
  await world.advance(60_000);
  a.resume({ monotonicStoodStill: true });
  expect(() => lease.throwIfLost()).toThrow("stood still");
});

test("a note that leaves no room for renewals is refused by the grant, and one that just does is renewed", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const granted = async (length: number) => coordinator.tryAcquire("x", { note: "n".repeat(length) });
  await expect(granted(65_200)).rejects.toThrow(RangeError);
  let length = 65_199;
  while (length > 60_000 && !(await granted(length).catch(() => undefined))) length -= 1;
  await world.advance(1_000_000);
  const status = await coordinator.inspect("x");
  expect(status).toMatchObject({ state: "held", note: "n".repeat(length) });
});

test("a store that is down for less than the window is no loss", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  await world.advance(9_000);
  const up = world.fault("down");
  await world.advance(14_000);
  expect(lease.signal.aborted).toBe(false);
  expect(world.events.some((event) => event.type === "lease.uncertain")).toBe(true);
  up();
  await world.advance(60_000);
  lease.throwIfLost();
});

test("however long the window, a store that refuses connections all the while ends the lease when it closes, not before", async () => {
  const world = createWorld();
  const { clock, store } = world.process("a");
  let isDown = false;
  const refusing: Store = {
    ...store,
    get: async (...args) => {
      if (isDown) throw new UnavailableError("connection refused", {});
      return store.get(...args);
    },
    put: async (...args) => (isDown ? { kind: "unknown", cause: "refused" } : store.put(...args)),
  };
  const lease = await createCoordinator(refusing, { clock }).acquire("x", { ttlMs: 600_000 });
  isDown = true;
  await world.advance(550_000);
  expect(lease.signal.aborted).toBe(false);
  isDown = false;
  await world.advance(10_000);
  expect(lease.remainingMs()).toBeGreaterThan(500_000);
  isDown = true;
  await world.advance(567_000);
  expect(lease.signal.reason).toMatchObject({ reason: "expired" });
});

test("a store that is down for longer ends the lease when its window closes, abortMs before anybody may take it", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  world.fault("down");
  await world.advance(25_499);
  expect(lease.signal.aborted).toBe(false);
  await world.advance(1);
  expect(lease.signal.reason).toMatchObject({ reason: "expired" });
  expect(lease.remainingMs()).toBe(0);
});

test("a renewal whose answer is lost is no loss, and no second renewal overtakes it", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  await world.advance(8_900);
  const found = world.fault("lose-answers");
  await world.advance(3_000);
  found();
  await world.advance(10_000);
  lease.throwIfLost();
  const { renewals } = await recordIn(world);
  const reported = world.events.filter((event) => event.type === "lease.renewed").length;
  expect(renewals).toBe(reported);
  expect(world.events.some((event) => event.type === "write.settled" && event.outcome === "written")).toBe(
    true,
  );
});

test.each([
  ["superseded", { token: 9_000, holder: "thief" }],
  ["released", { state: "free", forced: { by: "op", why: "stuck" } }],
] as const)(
  "a record that somebody else has written ends the lease at the next renewal: %s",
  async (reason, change) => {
    const world = createWorld();
    const lease = await world.process("a").coordinator.acquire("x");
    const { version, ...record } = await recordIn(world);
    const theirs = { ...record, ...change, recent: ["e".repeat(32), ...record.recent] };
    await world.store.put(name, leaseFormat.encode(theirs as typeof record).body, { matches: version }, {});
    await world.advance(10_000);
    expect(lease.signal.reason).toMatchObject({ code: "lease-lost", reason });
    expect(await lease.release()).toBe("lapsed");
  },
);

test("a deleted record ends the lease, and is not written again by its holder", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  await world.store.delete(name, (await recordIn(world)).version, {});
  await world.advance(30_000);
  expect(lease.signal.reason).toMatchObject({ reason: "deleted" });
  expect((await world.store.get(name, {})).kind).toBe("absent");
});

test("tokens grow over release, take-over and deletion of the record", async () => {
  const world = createWorld();
  const tokens: number[] = [];
  for (const holder of ["a", "b", "c", "d"]) {
    const process = world.process(holder);
    const lease = await process.coordinator.acquire("x");
    tokens.push(lease.token);
    if (holder === "a") await lease.release();
    else process.pause();
    if (holder === "c") await world.store.delete(name, (await recordIn(world)).version, {});
    await world.advance(60_000);
  }
  expect(tokens).toEqual([...tokens].sort((one, other) => one - other));
  expect(new Set(tokens).size).toBe(4);
});

test("tokenAbove grants above a token from before the record was reset", async () => {
  const lease = await createWorld()
    .process("a")
    .coordinator.acquire("x", { tokenAbove: 5_000 as never });
  expect(lease.token).toBe(5_001);
});

test("a renewal that takes much of what a request may is reported: the ttl is short for this store (R14)", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x", { ttlMs: 9_000 });
  const fast = world.fault("slow");
  await world.advance(5_000);
  fast();
  await world.advance(9_000);
  const warnings = world.events.filter((event) => event.type === "store.warning");
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings[0]).toMatchObject({ message: expect.stringContaining("with a ttlMs of 9000") });
});

test("a thousand leases of one process cost their renewals and nothing else, and these are spread", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const leases = await Promise.all(
    Array.from({ length: 1_000 }, (_, count) => coordinator.acquire(`k${count}`)),
  );
  expect(requests(world.events)).toHaveLength(2_000);
  const renewals: number[] = [];
  for (let second = 0; second < 60; second++) {
    const before = requests(world.events).length;
    await world.advance(1_000);
    renewals.push(requests(world.events).length - before);
  }
  const all = renewals.reduce((sum, each) => sum + each, 0);
  expect(all).toBeGreaterThanOrEqual(6_000);
  expect(all).toBeLessThanOrEqual(6_700);
  // All were taken at once; after a minute their renewals no longer come at once.
  expect(Math.max(...renewals.slice(50))).toBeLessThan(500);
  for (const lease of leases) lease.throwIfLost();
});

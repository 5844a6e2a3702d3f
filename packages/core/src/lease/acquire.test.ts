import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { type Coordinator, createCoordinator } from "../coordinator.ts";
import type { Store } from "../store/store.ts";
import type { Lease } from "./lease.ts";

const name = "_fencepost/leases/x.json";
const gets = (world: World): number =>
  world.events.filter((event) => event.type === "store.request" && event.operation === "get").length;

test("whoever comes second is told who holds it, and until when", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x", { note: "nightly" });
  const b = world.process("b").coordinator;
  await expect(b.acquire("x")).rejects.toMatchObject({
    code: "contended",
    holder: "a",
    token: 1,
    expiresInMs: 31_001,
  });
  expect(await b.tryAcquire("x")).toBeUndefined();
  expect(await b.inspect("x")).toMatchObject({
    state: "held",
    holder: "a",
    note: "nightly",
    expiresInMs: 31_001,
  });
});

test("of 32 contenders in one process, and of 16 processes, exactly one wins, 50 times each (T4)", async () => {
  for (const versions of ["unique", "content-hash"] as const) {
    const world = createWorld({ versions });
    const tokens: number[] = [];
    const one = world.process("one").coordinator;
    const many = Array.from({ length: 16 }, (_, count) => world.process(`p${count}`).coordinator);
    for (const contenders of [Array<Coordinator>(32).fill(one), many]) {
      for (let round = 0; round < 50; round++) {
        const answers = await Promise.all(contenders.map((each) => each.tryAcquire("x")));
        const winners = answers.filter((answer) => answer !== undefined);
        expect(winners).toHaveLength(1);
        tokens.push((winners[0] as Lease).token);
        await winners[0]?.release();
      }
    }
    expect(tokens).toEqual(Array.from({ length: 100 }, (_, count) => (tokens[0] as number) + count));
  }
});

test("a waiter gets it when it is freed, within a poll", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const waiting = world.process("b").coordinator.acquire("x", { waitMs: 60_000 });
  await world.advance(20_000);
  await lease.release();
  await world.advance(3_000);
  expect((await waiting).token).toBe(2);
});

test("a waiter takes a dead holder's lease on time from a store whose 304 does not date it", async () => {
  const world = createWorld();
  const a = world.process("a");
  await a.coordinator.acquire("x");
  a.pause();
  await world.advance(25_000);
  const { clock, store } = world.process("b");
  const undated: Store = {
    ...store,
    async get(...args) {
      const answer = await store.get(...args);
      return answer.kind === "unchanged" ? { ...answer, times: undefined } : answer;
    },
  };
  const waiting = createCoordinator(undated, { clock }).acquire("x", { waitMs: 10_000 });
  await world.advance(6_100);
  expect((await Promise.race([waiting, undefined]))?.token).toBe(2);
});

test("a wait that is over is told who held it", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  const outcome = world
    .process("b")
    .coordinator.acquire("x", { waitMs: 10_000 })
    .catch((error: unknown) => error);
  await world.advance(9_999);
  expect(await Promise.race([outcome, "still waiting"])).toBe("still waiting");
  await world.advance(1);
  expect(await outcome).toMatchObject({ code: "contended", holder: "a" });
});

test("in one process the first to come is the first served, and only one of them polls", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const { coordinator } = world.process("b");
  const served: number[] = [];
  const all = Promise.all(
    [0, 1, 2, 3, 4].map(async (who) => {
      const granted = await coordinator.acquire("x", { waitMs: 300_000 });
      served.push(who);
      await granted.release();
    }),
  );
  const before = gets(world);
  await world.advance(60_000);
  const polls = gets(world) - before;
  expect(polls).toBeGreaterThan(20);
  expect(polls).toBeLessThan(70);
  await lease.release();
  await world.advance(10_000);
  await all;
  expect(served).toEqual([0, 1, 2, 3, 4]);
});

test("a waiter whose signal aborts leaves the line, with the signal's own reason", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  const { coordinator } = world.process("b");
  const caller = new AbortController();
  const outcomes = [1, 2].map(() =>
    coordinator.acquire("x", { waitMs: 300_000, signal: caller.signal }).catch((error: unknown) => error),
  );
  await world.advance(5_000);
  caller.abort("enough");
  expect(await Promise.all(outcomes)).toEqual(["enough", "enough"]);
  const sent = gets(world);
  await world.advance(5_000);
  expect(gets(world)).toBe(sent);
});

test("a waiter leaves nothing behind on its caller's signal, which may live as long as the process", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  const { signal } = new AbortController();
  const outcome = world.process("b").coordinator.acquire("x", { waitMs: 10_000, signal });
  await Promise.all([expect(outcome).rejects.toMatchObject({ code: "contended" }), world.advance(11_000)]);
  expect(gets(world)).toBeGreaterThan(5);
  // Node keeps listeners and dependent signals in collections under symbols of its own.
  const kept = Reflect.ownKeys(signal).map((name) => (Reflect.get(signal, name) as { size?: number })?.size);
  expect(kept.filter((size) => size !== undefined && size > 0)).toEqual([]);
});

test("an abort is felt while the store is being proved, which may take many requests", async () => {
  const world = createWorld();
  const { clock, store } = world.process("a");
  world.fault("slow");
  const unproven: Store = { ...store, capabilities: { ...store.capabilities, trusted: false } };
  const { acquire } = createCoordinator(unproven, { clock });
  const caller = new AbortController();
  const outcome = acquire("x", { signal: caller.signal }).catch((error: unknown) => error);
  await world.advance(1_500);
  caller.abort("enough");
  await world.advance(0);
  expect(await Promise.race([outcome, "still waiting"])).toBe("enough");
  await world.advance(60_000);
});

test("a grant whose answer is lost is still ours: no false contention", async () => {
  const world = createWorld();
  const found = world.fault("lose-answers");
  const acquiring = world.process("a").coordinator.acquire("x", { waitMs: 60_000 });
  await world.advance(6_000);
  found();
  await world.advance(10_000);
  expect((await acquiring).token).toBeGreaterThan(0);
});

test.each(["free", "held"] as const)(
  "a lease that others have used often since this process freed it, and that is %s now, is judged and no unknown outcome",
  async (now) => {
    const world = createWorld();
    const [a, b] = ["a", "b"].map((each) => world.process(each).coordinator) as [Coordinator, Coordinator];
    await (await a.acquire("x")).release();
    const used = await b.acquire("x");
    await world.advance(120_000);
    if (now === "free") await used.release();
    expect((await a.tryAcquire("x"))?.token).toBe(now === "free" ? used.token + 1 : undefined);
  },
);

test("an acquire that is aborted while its write is under way gives back what may have landed", async () => {
  const world = createWorld();
  const a = world.process("a");
  const caller = new AbortController();
  const fast = world.fault("slow");
  const outcome = a.coordinator.acquire("x", { signal: caller.signal }).catch((error: unknown) => error);
  await world.advance(1_500);
  caller.abort("enough");
  expect(await outcome).toBe("enough");
  await world.advance(2_000);
  fast();
  expect(await a.coordinator.inspect("x")).toMatchObject({ state: "free" });
});

test("acquire's signal covers the acquisition only", async () => {
  const world = createWorld();
  const caller = new AbortController();
  const lease = await world.process("a").coordinator.acquire("x", { signal: caller.signal });
  caller.abort();
  await world.advance(60_000);
  expect(lease.signal.aborted).toBe(false);
});

test("of several calls that were given up each is settled before this process asks again, so that it never meets itself", async () => {
  const world = createWorld();
  const { clock, store } = world.process("a");
  const answersAfterMs = [3_000, 500];
  const late: Store = {
    ...store,
    async put(...args) {
      const afterMs = answersAfterMs.shift();
      const answer = await store.put(...args);
      if (afterMs !== undefined) await clock.sleep(afterMs);
      return answer;
    },
  };
  const { tryAcquire } = createCoordinator(late, { clock });
  const caller = new AbortController();
  const givenUp = [1, 2].map(() =>
    tryAcquire("x", { signal: caller.signal }).catch((error: unknown) => error),
  );
  await world.advance(0);
  expect(answersAfterMs).toEqual([]);
  caller.abort("enough");
  expect(await Promise.all(givenUp)).toEqual(["enough", "enough"]);
  await world.advance(1_000);
  const asked = tryAcquire("x");
  await world.advance(3_000);
  expect(await asked).toBeDefined();
});

test("an acquire that the store leaves hanging ends, and says what is known", async () => {
  const world = createWorld();
  world.fault("lose-answers");
  const outcome = world
    .process("a")
    .coordinator.acquire("x")
    .catch((error: unknown) => error);
  await world.advance(16_000);
  expect(await outcome).toMatchObject({ code: "unavailable" });
});

test("a grant that is settled only after its window has closed is not used", async () => {
  const world = createWorld();
  const a = world.process("a");
  const fast = world.fault("slow");
  const outcome = a.coordinator.acquire("x").catch((error: unknown) => error);
  await world.advance(1_500);
  fast();
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(1_000);
  expect(await outcome).toBeInstanceOf(Error);
  expect(world.events.some((event) => event.type === "lease.acquired")).toBe(false);
});

test("a record that is not ours is never taken for free", async () => {
  const world = createWorld();
  await world.store.put(name, new TextEncoder().encode("hello"), "absent", {});
  const { coordinator } = world.process("a");
  await expect(coordinator.tryAcquire("x")).rejects.toMatchObject({ code: "bad-record", key: "x" });
  await expect(coordinator.acquire("x", { waitMs: 60_000 })).rejects.toMatchObject({ code: "bad-record" });
  expect(await world.store.get(name, {})).toMatchObject({ body: new TextEncoder().encode("hello") });
});

test("a process an hour ahead, or behind, does not take a live lease, by either rule (T3)", async () => {
  for (const expiry of ["store-clock", "observed"] as const) {
    for (const wallOffsetMs of [3_600_000, -3_600_000]) {
      const world = createWorld();
      const lease = await world.process("a").coordinator.acquire("x");
      const b = world.process("b", { wallOffsetMs, expiry });
      for (let tries = 0; tries < 12; tries++) {
        expect(await b.coordinator.tryAcquire("x")).toBeUndefined();
        await world.advance(10_000);
      }
      lease.throwIfLost();
    }
  }
});

test("wrong options and keys are told before anything is sent", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  await expect(coordinator.acquire("a/../b")).rejects.toThrow(TypeError);
  await expect(coordinator.acquire("x", { ttlMs: 5 })).rejects.toThrow(RangeError);
  await expect(coordinator.tryAcquire("x", { waitMs: 5 } as never)).rejects.toThrow("never waits");
  expect(world.events).toEqual([]);
});

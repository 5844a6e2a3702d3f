/**
 * Acquire, renew and release, with promises that settle in any order: each request reaches the store, and each answer its
 * caller, when fast-check's scheduler says so, and time passes in between. A failure is printed with its seed and path.
 */
import { createWorld, seededRandom, type World } from "@fencepost/testing";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../base/clock.ts";
import { isCoordinationError } from "../base/errors.ts";
import { createCoordinator } from "../coordinator.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import type { PutResult, Store } from "../store/store.ts";
import type { Lease } from "./lease.ts";

const names = ["a", "b", "c"];
const roundsEach = 3;
const stepsOfWork = 16;
const turnsStopped = 12;
const stepsMost = 5_000;
/** Passes when everybody waits for a timer. */
const idleMs = 100;
/** A request has 5 s, a renewal comes after 10 s, a window is 25.5 s long, and a take-over possible after 31 s. */
const somePassing = fc.array(fc.constantFrom(20, 2_000, 5_000, 10_000, 32_000), {
  minLength: 8,
  maxLength: 32,
});
/** Whose timers stop for a while, as in a process that is starved. */
const someStops = fc.array(fc.nat({ max: names.length - 1 }), { maxLength: 4 });

/** What the store took and who held it, each looked at when it happens. */
class Witness {
  readonly #world: World;
  readonly #held = new Set<Lease>();
  readonly #found: unknown[] = [];
  #newestGranted = 0;
  readonly counts = { grants: 0, renewals: 0, takeOvers: 0 };

  constructor(world: World) {
    this.#world = world;
  }

  async standing(key: string): Promise<LeaseRecord | undefined> {
    const found = await this.#world.store.get(key, {});
    return found.kind === "found" ? leaseFormat.decode(found, key) : undefined;
  }

  /** Kept for the next look, as whoever sent this may have stopped listening. */
  landed(before: LeaseRecord | undefined, after: LeaseRecord): void {
    try {
      this.#judge(before, after);
    } catch (error) {
      this.#found.push(error);
    }
  }

  #judge(before: LeaseRecord | undefined, after: LeaseRecord): void {
    if (after.state === "free") {
      expect(before, "a release frees the grant that it belongs to, and no other").toMatchObject({
        state: "held",
        token: after.token,
        holder: after.holder,
      });
    } else if (after.renewals === 0) {
      expect(after.token, "a grant's token is larger than any before").toBeGreaterThan(before?.token ?? 0);
      if (before?.state === "held") this.counts.takeOvers += 1;
    } else {
      this.counts.renewals += 1;
      expect(before, "a renewal keeps its grant").toMatchObject({ state: "held", token: after.token });
    }
  }

  granted(lease: Lease): void {
    this.counts.grants += 1;
    this.#held.add(lease);
    expect(lease.token, "tokens grow in the order of the grants").toBeGreaterThan(this.#newestGranted);
    this.#newestGranted = lease.token;
  }

  letGo(lease: Lease): void {
    this.#held.delete(lease);
  }

  look(): void {
    for (const error of this.#found) throw error;
    const sure = [...this.#held].filter((lease) => lease.remainingMs() > 0);
    expect(sure.map((lease) => lease.holder).length, "at most one holder is sure of it").toBeLessThan(2);
  }
}

/** The world's store as `who` reaches it: what is sent arrives, and what is answered is heard, in any order. */
function scheduledStore(who: string, world: World, order: fc.Scheduler, witness: Witness): Store {
  const soon = (what: string): Promise<void> => order.schedule(Promise.resolve(), `${who}: ${what}`);
  return {
    ...world.store,
    async get(key, { unlessVersion }) {
      await soon("a read arrives");
      const found = await world.store.get(key, { unlessVersion });
      await soon("a read is answered");
      return found;
    },
    async put(key, body, condition): Promise<PutResult> {
      await soon("a write arrives");
      const before = await witness.standing(key);
      const result = await world.store.put(key, body, condition, {});
      if (result.kind === "written")
        witness.landed(before, leaseFormat.decode({ body, version: result.version }, key));
      await soon("a write is answered");
      return result;
    },
  };
}

async function play(who: string, clock: Clock, reached: Store, order: fc.Scheduler, witness: Witness) {
  const random = seededRandom(who.charCodeAt(0));
  const coordinator = createCoordinator(reached, { holder: who, clock, random });
  for (let round = 0; round < roundsEach; round++) {
    await order.schedule(Promise.resolve(), `${who}: asks`);
    const lease = await coordinator.tryAcquire("x").catch((error: unknown) => {
      if (!isCoordinationError(error)) throw error;
    });
    if (!lease) continue;
    witness.granted(lease);
    for (let step = 0; step < stepsOfWork; step++) {
      await order.schedule(Promise.resolve(), `${who}: works`);
    }
    witness.letGo(lease);
    await lease.release();
  }
}

/** One after the other, so that they are spread over the run. */
async function inTurn<T>(things: readonly T[], each: (thing: T) => Promise<void>): Promise<void> {
  for (const thing of things) await each(thing);
}

async function run(order: fc.Scheduler, passing: readonly number[], stops: readonly number[]) {
  const world = createWorld();
  const witness = new Witness(world);
  const clocks = names.map((name) => world.process(name).clock);
  let dueMs = 0;
  void inTurn(passing, async (ms) => {
    await order.schedule(Promise.resolve(), `${ms} ms pass`);
    dueMs += ms;
  });
  void inTurn(stops, async (at) => {
    await order.schedule(Promise.resolve(), `${names[at]}: its timers stop`);
    clocks[at]?.pause();
    for (let turn = 0; turn < turnsStopped; turn++) {
      await order.schedule(Promise.resolve(), `${names[at]}: its timers stand still`);
    }
    clocks[at]?.resume();
  });
  let ended = false;
  const all = Promise.all(
    names.map((name, at) => {
      const reached = scheduledStore(name, world, order, witness);
      return play(name, clocks[at] as Clock, reached, order, witness);
    }),
  ).finally(() => {
    ended = true;
  });
  all.catch(() => {});
  for (let steps = 0; !ended; steps++) {
    expect(steps, "everybody comes to an end").toBeLessThan(stepsMost);
    if (order.count() > 0) await order.waitNext(1);
    const ms = dueMs > 0 || order.count() > 0 ? dueMs : idleMs;
    dueMs = 0;
    await world.advance(ms);
    witness.look();
  }
  await all;
  return witness.counts;
}

test("in whatever order promises settle: one holder at most, tokens that grow, and no release of another's", async () => {
  const sums = { grants: 0, renewals: 0, takeOvers: 0 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), somePassing, someStops, async (order, passing, stops) => {
      const counts = await run(order, passing, stops);
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name];
    }),
    { numRuns: 200 },
  );
  // A tame run proves little.
  expect(sums.grants).toBeGreaterThan(100);
  expect(sums.renewals).toBeGreaterThan(5);
  expect(sums.takeOvers).toBeGreaterThan(5);
}, 60_000);

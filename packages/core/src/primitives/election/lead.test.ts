import { type Leadership, MisconfiguredError } from "@fencepost/core";
import { createWorld, type SimulatedProcess, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const key = "primary";
const { signal: never } = new AbortController();

/** What one process that leads whenever it can has done, and how its `lead` ended. */
interface Leading {
  readonly terms: Leadership<undefined>[];
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
  isWorking(): boolean;
}

function leads(
  { coordinator }: SimulatedProcess,
  work: (term: Leadership<undefined>) => Promise<void> = untilAborted,
): Leading {
  const stop = new AbortController();
  const terms: Leadership<undefined>[] = [];
  let working = 0;
  const ended = coordinator
    .election(key)
    .lead({ signal: stop.signal }, async (term) => {
      terms.push(term);
      working += 1;
      expect(working).toBe(1);
      try {
        await work(term);
      } finally {
        working -= 1;
      }
    })
    .then(
      () => "resolved",
      (error: unknown) => error,
    );
  return { terms, stop, ended, isWorking: () => working > 0 };
}

const untilAborted = ({ signal }: { readonly signal: AbortSignal }): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
const stateOf = async (world: World): Promise<string> =>
  (await world.process("witness").coordinator.inspect(key)).state;

test("a leader that is stopped ends its work, resigns, and the next is in at once", async () => {
  const world = createWorld();
  const a = leads(world.process("a"));
  await world.advance(1_000);
  const b = leads(world.process("b"));
  await world.advance(60_000);
  expect([a.terms.length, b.terms.length]).toEqual([1, 0]);
  a.stop.abort();
  await world.advance(5_000);
  expect(await a.ended).toBe("resolved");
  expect(b.terms.length).toBe(1);
  b.stop.abort();
  expect(await b.ended).toBe("resolved");
  expect(await stateOf(world)).toBe("free");
});

test("who never led resolves on abort, and has run nothing", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire(key);
  const b = leads(world.process("b"));
  await world.advance(90_000);
  b.stop.abort();
  expect(await b.ended).toBe("resolved");
  expect(b.terms).toEqual([]);
});

test("a loss is followed by the next campaign, in a later term", async () => {
  const world = createWorld();
  const frozen = world.process("a");
  const a = leads(frozen);
  await world.advance(1_000);
  frozen.pause();
  await world.advance(60_000);
  const between = await world.process("b").coordinator.acquire(key);
  frozen.resume();
  await world.advance(1_000);
  expect([a.terms.length, a.isWorking()]).toEqual([1, false]);
  await between.release();
  await world.advance(90_000);
  const [first, second] = a.terms;
  expect(second?.token).toBeGreaterThan(between.token);
  expect(first?.signal.reason).toMatchObject({ code: "lease-lost" });
  a.stop.abort();
  expect(await a.ended).toBe("resolved");
});

test("work that goes on after a loss is waited for: no second one begins beside it", async () => {
  const world = createWorld();
  const frozen = world.process("a");
  let finish: () => void = () => {};
  const a = leads(frozen, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await world.advance(1_000);
  frozen.pause();
  await world.advance(60_000);
  frozen.resume();
  await world.advance(10 * 60_000);
  // Nothing freed it: the others waited until it had run out.
  expect([a.terms.length, a.isWorking(), await stateOf(world)]).toEqual([1, true, "expired"]);
  finish();
  await world.advance(60_000);
  expect(a.terms.length).toBe(2);
});

test("a leader whose work goes on is not followed by another as long as its window is open, and no longer", async () => {
  const world = createWorld();
  let finish: () => void = () => {};
  const a = leads(
    world.process("a"),
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await world.advance(1_000);
  const b = leads(world.process("b"));
  await world.advance(60_000);
  a.stop.abort();
  await world.advance(15_000);
  expect([a.isWorking(), b.terms.length]).toEqual([true, 0]);
  await world.advance(30_000);
  expect([a.isWorking(), b.terms.length]).toEqual([true, 1]);
  expect(a.terms[0]?.remainingMs()).toBe(0);
  expect(await Promise.race([a.ended, "its work goes on"])).toBe("its work goes on");
  finish();
  expect(await a.ended).toBe("resolved");
});

test("a leader that is told to stop resigns as soon as its work ends", async () => {
  const world = createWorld();
  const process = world.process("a");
  const a = leads(process, async (term) => {
    await untilAborted(term);
    await process.clock.sleep(10_000);
  });
  await world.advance(60_000);
  const b = leads(world.process("b"));
  await world.advance(1_000);
  a.stop.abort();
  await world.advance(9_000);
  expect([a.isWorking(), b.terms.length]).toEqual([true, 0]);
  await world.advance(4_000);
  expect([await a.ended, b.terms.length]).toEqual(["resolved", 1]);
});

test("work that returns, or throws, while it leads ends it", async () => {
  const world = createWorld();
  expect(await leads(world.process("a"), async () => {}).ended).toBe("resolved");
  const failure = new Error("no");
  const thrown = leads(world.process("b"), async () => {
    throw failure;
  });
  expect(await thrown.ended).toBe(failure);
  expect(await stateOf(world)).toBe("free");
});

test("work that only says that it was aborted does not fail the lead", async () => {
  const world = createWorld();
  const process = world.process("a");
  const a = leads(process, ({ signal }) => process.clock.sleep(60_000, signal));
  await world.advance(1_000);
  a.stop.abort();
  expect(await a.ended).toBe("resolved");
  const failure = new Error("the last write failed");
  const b = leads(process, async (term) => {
    await untilAborted(term);
    throw failure;
  });
  await world.advance(1_000);
  b.stop.abort();
  expect(await b.ended).toBe(failure);
});

test("a lease that the work holds besides, and loses, is the work's own affair", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const a = leads(world.process("b"), async () => {
    const other = await coordinator.acquire("other");
    await other.release();
    other.throwIfLost();
  });
  expect(await a.ended).toMatchObject({ code: "lease-lost", key: "other" });
});

test("a campaign waits until it is settled whether this process has resigned", async () => {
  const world = createWorld();
  const process = world.process("a");
  const election = process.coordinator.election(key);
  const term = await election.campaign({ signal: never });
  const mend = world.fault("slow");
  const releasing = term.release();
  const again = election.campaign({ signal: never });
  await world.advance(900);
  const asked = world.events.filter(({ type }) => type === "store.request").length;
  await world.advance(5_000);
  mend();
  expect(await releasing).toBe("released");
  expect((await again).token).toBe(term.token + 1);
  // Nothing but the grant's write was asked for beside the release: it was done before the campaign began.
  expect(asked).toBe(2);
  expect(world.events.filter(({ type }) => type === "store.request").length).toBe(4);
});

test("a store that refuses who asks ends the lead", async () => {
  const world = createWorld();
  const process = world.process("a");
  const store = {
    ...process.store,
    get: async () => {
      throw new MisconfiguredError("denied", { denied: true });
    },
  };
  const { createCoordinator } = await import("@fencepost/core");
  const election = createCoordinator(store, { clock: process.clock }).election(key);
  await expect(election.lead({ signal: never }, () => {})).rejects.toThrow("denied");
  await expect(election.lead({ signal: never }, undefined as never)).rejects.toThrow("a function");
});

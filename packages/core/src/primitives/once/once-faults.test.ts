/** `once` when answers are lost, processes stand still and clocks run out (coordination, section A). */
import { createWorld, type World } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { recorded, requests, settledWith } from "../../../test/claims.ts";
import { createCoordinator } from "../../coordinator.ts";
import type { PutResult, Store } from "../../store/store.ts";

const schema = (input: unknown): string => input as string;
const never = () => new Promise<never>(() => {});

test("of many processes that set out at once exactly one does it, and all are given its result", async () => {
  for (let round = 0; round < 20; round++) {
    const world = createWorld({ seed: round, versions: round % 2 === 0 ? "unique" : "content-hash" });
    let times = 0;
    const all = Array.from({ length: 16 }, (_, count) =>
      world
        .process(`p${count}`)
        .coordinator.once("x", { schema })
        .run({ waitMs: 10_000 }, async () => `by p${count}, time ${++times}`),
    );
    await world.advance(10_000);
    const outcomes = await Promise.all(all);
    expect(times).toBe(1);
    expect(outcomes.filter(({ ran }) => ran)).toHaveLength(1);
    expect(new Set(outcomes.map(({ value }) => value)).size).toBe(1);
  }
});

describe("a start", () => {
  /** The read takes a second, and so does the write, whose effect nobody hears of. */
  async function loseAnswerOfStart(world: World): Promise<() => void> {
    const fast = world.fault("slow");
    await world.advance(1_500);
    fast();
    return world.fault("lose-answers");
  }

  test("whose answer is lost is settled, and its work runs once", async () => {
    const world = createWorld();
    let times = 0;
    const running = world
      .process("a")
      .coordinator.once("x")
      .run(async () => {
        times += 1;
      });
    const heard = await loseAnswerOfStart(world);
    await world.advance(1_000);
    heard();
    await world.advance(10_000);
    expect(await running).toEqual({ ran: true, value: undefined });
    expect(times).toBe(1);
  });

  test("that is settled only after its window has closed runs nothing, and is given back", async () => {
    const world = createWorld();
    let times = 0;
    const intent = world.process("a", { rate: 1.05 }).coordinator.once("x");
    const running = intent.run({ term: "fixed", workTimeoutMs: 1_000 }, async () => {
      times += 1;
    });
    const outcome = settledWith(running);
    const heard = await loseAnswerOfStart(world);
    await world.advance(3_500);
    heard();
    // Its time-out and the read that settles it take 5 s and 1.05 s of the window of 6 s.
    const fast = world.fault("slow");
    await world.advance(2_100);
    expect(times).toBe(0);
    expect(await outcome).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Nothing ran"),
    });
    fast();
    await world.advance(5_000);
    expect(times).toBe(0);
    expect(await recorded(world, "x")).toMatchObject({ state: "open" });
  });

  test("of which nothing is heard in time runs nothing, and is given back when the store answers again", async () => {
    const world = createWorld();
    let times = 0;
    const outcome = settledWith(
      world
        .process("a")
        .coordinator.once("x")
        .run(async () => {
          times += 1;
        }),
    );
    const heard = await loseAnswerOfStart(world);
    await world.advance(40_000);
    expect(await outcome).toMatchObject({ code: "unavailable" });
    expect(await recorded(world, "x")).toMatchObject({ state: "pending" });
    heard();
    await world.advance(30_000);
    expect(await recorded(world, "x")).toMatchObject({ state: "open" });
    expect(times).toBe(0);
  });

  test("that never arrived can land no more once it was given back", async () => {
    const world = createWorld();
    const { clock } = world.process("a");
    let late: (() => Promise<PutResult>) | undefined;
    const held: Store = {
      ...world.store,
      async put(...write) {
        if (late) return world.store.put(...write);
        late = () => world.store.put(...write);
        return { kind: "unknown", cause: "reset" };
      },
      get: (...read) => (late ? never() : world.store.get(...read)),
    };
    const a = createCoordinator(held, { clock, holder: "a" });
    const outcome = settledWith(a.once("x").run({ ttlMs: 3_000 }, async () => {}));
    await world.advance(20_000);
    expect(await outcome).toMatchObject({ code: "unavailable" });
    expect(await recorded(world, "x")).toMatchObject({ state: "open" });
    expect(await late?.()).toEqual({ kind: "refused" });
  });

  test("that its caller gave up is given back, and the same process may set out again", async () => {
    const world = createWorld();
    const { coordinator } = world.process("a");
    const caller = new AbortController();
    let times = 0;
    const work = async () => {
      times += 1;
    };
    const first = settledWith(coordinator.once("x").run({ signal: caller.signal }, work));
    const fast = world.fault("slow");
    await world.advance(1_500);
    caller.abort("enough");
    expect(await first).toBe("enough");
    const second = coordinator.once("x").run(work);
    fast();
    await world.advance(5_000);
    expect(await second).toMatchObject({ ran: true });
    expect(times).toBe(1);
  });
});

test("the caller's signal reaches the work, and what the work throws then leaves it unknown", async () => {
  const world = createWorld();
  const caller = new AbortController();
  const running = settledWith(
    world
      .process("a")
      .coordinator.once("x")
      .run(
        { signal: caller.signal },
        ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ),
  );
  await world.advance(1_000);
  caller.abort(new Error("enough"));
  expect(await running).toMatchObject({ code: "unknown-outcome", cause: { message: "enough" } });
  expect(await recorded(world, "x")).toMatchObject({ stopped: true, error: "enough" });
});

test("what the work is handed ends with it, and in no other way; its key is the claim's own", async () => {
  const { coordinator } = createWorld().process("a");
  await coordinator.once("x").run(async (lease) => {
    expect(lease.key).toBe("_fencepost/claims/x.json");
    expect(lease.remainingMs()).toBeGreaterThan(0);
    await expect(lease.release()).rejects.toThrow("NotDoneError");
    await expect(lease.run(async () => {})).rejects.toThrow("ends with its work");
    await lease[Symbol.asyncDispose]();
    lease.throwIfLost();
  });
});

test("a deleted claim is no answer to whether its work is recorded", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const running = coordinator.once("x").run(async () => {
    const found = await world.store.get("_fencepost/claims/x.json", {});
    if (found.kind === "found") await world.store.delete("_fencepost/claims/x.json", found.version, {});
  });
  expect(await settledWith(running)).toMatchObject({ code: "unknown-outcome" });
  expect(requests(world)).toEqual(["get", "put", "put", "get"]);
});

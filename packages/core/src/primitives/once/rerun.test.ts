/** What a rerun leaves when it did nothing: what nobody could tell before, nobody can tell now. */
import { createWorld, type World } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { recorded, settledWith } from "../../../test/claims.ts";
import { NotDoneError } from "../../base/errors.ts";
import type { Once, OnceOptions } from "./once.ts";

const rerun: OnceOptions = { whenAbandoned: "rerun" };

/** An attempt of `a` threw, so that nobody can tell whether it happened. */
async function abandoned(): Promise<{ world: World; again: Once<void> }> {
  const world = createWorld();
  const intent = world.process("a").coordinator.once("x");
  await settledWith(intent.run(async () => Promise.reject(new Error("connection reset"))));
  return { world, again: world.process("b").coordinator.once("x", rerun) };
}

async function expectAsUnknownAsBefore(world: World): Promise<void> {
  expect(await recorded(world, "x")).toMatchObject({
    state: "pending",
    stopped: true,
    token: 2,
    holder: "a",
  });
  let times = 0;
  const { coordinator } = world.process("c");
  const work = async () => {
    times += 1;
  };
  const outcome = settledWith(coordinator.once("x").run(work));
  expect(await outcome).toMatchObject({
    code: "unknown-outcome",
    message: expect.stringContaining("by a threw: connection reset"),
  });
  expect(times).toBe(0);
  // Whoever may rerun may do so again, and a person may still give a verdict.
  expect(await coordinator.once("x").inspect()).toMatchObject({ state: "abandoned", token: 2 });
  expect(await coordinator.once("x", rerun).run(async () => {})).toMatchObject({ ran: true });
}

describe("an attempt that was abandoned is not opened for those who do it at most once", () => {
  test("by a rerun that was certainly not done", async () => {
    const { world, again } = await abandoned();
    const cause = new NotDoneError("not this time");
    expect(await settledWith(again.run(async () => Promise.reject(cause)))).toBe(cause);
    expect(world.events.filter(({ type }) => type === "once.ended")).toMatchObject([
      { as: "stopped" },
      { as: "stopped" },
    ]);
    await expectAsUnknownAsBefore(world);
  });

  test("by a rerun that its caller gave up before it began", async () => {
    const { world, again } = await abandoned();
    const caller = new AbortController();
    const running = settledWith(again.run({ signal: caller.signal }, async () => {}));
    const fast = world.fault("slow");
    await world.advance(1_500);
    caller.abort("enough");
    expect(await running).toBe("enough");
    fast();
    await world.advance(10_000);
    await expectAsUnknownAsBefore(world);
  });

  test("by a rerun whose start was not answered in time", async () => {
    const { world, again } = await abandoned();
    const running = settledWith(again.run(async () => {}));
    const fast = world.fault("slow");
    await world.advance(1_500);
    fast();
    const heard = world.fault("lose-answers");
    await world.advance(40_000);
    expect(await running).toMatchObject({ code: "unavailable" });
    heard();
    await world.advance(60_000);
    await expectAsUnknownAsBefore(world);
  });
});

test("a rerun of a process that died says of the one before what is known of it, and no more", async () => {
  const world = createWorld();
  const a = world.process("a");
  void settledWith(a.coordinator.once("x").run(() => new Promise<never>(() => {})));
  await world.advance(100);
  a.pause();
  await world.advance(40_000);
  const again = world.process("b").coordinator.once("x", rerun);
  await settledWith(again.run(async () => Promise.reject(new NotDoneError("not this time"))));
  expect(await recorded(world, "x")).not.toHaveProperty("error");
  const outcome = settledWith(again.inspect());
  expect(await outcome).toEqual({ state: "abandoned", token: 2, holder: "a" });
});

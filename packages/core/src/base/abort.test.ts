import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { DeadlineError, within } from "./abort.ts";
import { systemClock } from "./clock.ts";

const never = (): Promise<never> => new Promise(() => {});

test("a call that ignores its signal is not waited for past its time", async () => {
  const world = createWorld();
  const { clock } = world.process("a");
  const outcome = within(clock, 100, undefined, never).catch((error: unknown) => error);
  await world.advance(100);
  expect(await outcome).toBeInstanceOf(DeadlineError);
});

test("the caller's abort rejects with the caller's own reason, and reaches the call", async () => {
  const world = createWorld();
  const caller = new AbortController();
  let reached: AbortSignal | undefined;
  const outcome = within(world.process("a").clock, 100, caller.signal, (signal) => {
    reached = signal;
    return never();
  }).catch((error: unknown) => error);
  caller.abort("enough");
  expect(await outcome).toBe("enough");
  expect(reached?.reason).toBe("enough");
});

test("nothing is called if the signal had aborted before", async () => {
  let calls = 0;
  const call = async (): Promise<void> => {
    calls += 1;
  };
  await expect(within(systemClock, 100, AbortSignal.abort("early"), call)).rejects.toBe("early");
  expect(calls).toBe(0);
});

test("the system clock's sleep rejects with the signal's own reason, not with a wrapper around it", async () => {
  const caller = new AbortController();
  const reason = new Error("mine");
  const sleeping = systemClock.sleep(60_000, caller.signal);
  caller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
});

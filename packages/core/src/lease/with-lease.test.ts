import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { MisconfiguredError, UnavailableError } from "../base/errors.ts";
import { createCoordinator } from "../coordinator.ts";
import { memoryStore } from "../store/memory-store.ts";

const unguarded = { whenUnavailable: "proceed-unguarded" } as const;

test("a store that is down fails the call before any work", async () => {
  const world = createWorld();
  world.fault("down");
  let ran = false;
  const outcome = world
    .process("a")
    .coordinator.withLease("x", () => {
      ran = true;
    })
    .catch((error: unknown) => error);
  await world.advance(60_000);
  expect(await outcome).toBeInstanceOf(UnavailableError);
  expect(ran).toBe(false);
});

test("withLease passes the caller's abort on to the work, and that is no loss", async () => {
  const world = createWorld();
  const a = world.process("a");
  const caller = new AbortController();
  const running = a.coordinator.withLease("x", { signal: caller.signal }, ({ signal }) =>
    a.clock.sleep(60_000, signal),
  );
  const outcome = running.catch((error: unknown) => error);
  await world.advance(1_000);
  caller.abort("enough");
  expect(await outcome).toBe("enough");
  expect((await a.coordinator.inspect("x")).state).toBe("free");
});

test("withLease without work is a mistake that is named", async () => {
  const { coordinator } = createWorld().process("a");
  await expect(coordinator.withLease("x", {} as never)).rejects.toThrow(TypeError);
});

test("where the call site says so, work goes on without a store that is down, and has no token", async () => {
  const world = createWorld();
  world.fault("down");
  const running = world.process("a").coordinator.withLease("x", unguarded, (held) => ({
    guarded: held.guarded,
    token: "token" in held ? held.token : "none",
  }));
  await world.advance(60_000);
  expect(await running).toEqual({ guarded: false, token: "none" });
  expect(world.events.at(-1)).toMatchObject({ type: "lease.unguarded", cause: { code: "unavailable" } });
});

test("it is guarded while the store is there", async () => {
  const world = createWorld();
  const guarded = await world.process("a").coordinator.withLease("x", unguarded, (held) => held.guarded);
  expect(guarded).toBe(true);
});

test("somebody else's lease is no store that is down", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  await expect(world.process("b").coordinator.withLease("x", unguarded, () => 1)).rejects.toMatchObject({
    code: "contended",
  });
});

test("a permission that is refused never counts as down", async () => {
  const refusing = {
    ...memoryStore(),
    get: async () => {
      throw new MisconfiguredError("403", {});
    },
  };
  await expect(createCoordinator(refusing).withLease("x", unguarded, () => 1)).rejects.toThrow(
    MisconfiguredError,
  );
});

test("unguarded work is told when its own time is over, and when its caller aborts", async () => {
  for (const end of ["timeout", "abort"]) {
    const world = createWorld();
    world.fault("down");
    const a = world.process("a");
    const caller = new AbortController();
    const options = { ...unguarded, workTimeoutMs: 5_000, signal: caller.signal };
    const running = a.coordinator.withLease("x", options, async (held) => {
      await a.clock.sleep(60_000, held.signal).catch(() => {});
      held.throwIfLost();
    });
    const outcome = running.catch((error: unknown) => error);
    await world.advance(17_000);
    if (end === "abort") caller.abort("enough");
    await world.advance(5_000);
    expect(await outcome).toEqual(
      end === "abort" ? "enough" : expect.objectContaining({ reason: "timeout" }),
    );
  }
});

test("an answer that is neither is a mistake that is named", async () => {
  const { coordinator } = createWorld().process("a");
  const wrong = { whenUnavailable: "maybe" } as never;
  await expect(coordinator.withLease("x", wrong, () => 1)).rejects.toThrow('whenUnavailable is "maybe"');
});

test("a missing store and a missing work are named where they are missing", async () => {
  expect(() => createCoordinator("s3://x/y" as never)).toThrow('store is "s3://x/y"; give a store');
  expect(() => createCoordinator(undefined as never)).toThrow("store is undefined");
  const { coordinator } = createWorld().process("a");
  await expect(coordinator.withLease("x", undefined as never)).rejects.toThrow("needs the work");
});

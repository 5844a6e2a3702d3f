/** Waiting for whoever has it: who is in line, when a waiter looks again, and what it asks for. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const reads = (world: World): string[] =>
  world.events.flatMap((event) =>
    event.type === "store.request" && event.operation === "get" ? [event.outcome] : [],
  );

/** Whether it has come, without waiting for it. */
function arrival(promise: Promise<unknown>): () => boolean {
  let arrived = false;
  promise.then(
    () => {
      arrived = true;
    },
    () => {},
  );
  return () => arrived;
}

test("a waiter that gave up leaves the line, and the next one is first", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const { coordinator } = world.process("b");
  const first = coordinator.acquire("x", { waitMs: 5_000 }).catch((error: unknown) => error);
  const isServed = arrival(coordinator.acquire("x", { waitMs: 60_000 }));
  await world.advance(5_000);
  expect(await first).toMatchObject({ code: "contended" });
  await lease.release();
  await world.advance(4_000);
  expect(isServed()).toBe(true);
});

test("a waiter looks again as soon as the holder can have run out, however long its pauses have grown", async () => {
  for (const seed of [1, 2, 3, 4]) {
    const world = createWorld({ seed });
    const a = world.process("a");
    await a.coordinator.acquire("x");
    a.pause();
    const isServed = arrival(world.process("b").coordinator.acquire("x", { waitMs: 60_000 }));
    await world.advance(31_000);
    expect(isServed()).toBe(false);
    await world.advance(10);
    expect(isServed()).toBe(true);
  }
});

test("a waiter's polls are conditional, so that most are answered without a body", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  void world.process("b").coordinator.acquire("x", { waitMs: 60_000 });
  const before = reads(world).length;
  await world.advance(8_000);
  const polls = reads(world).slice(before);
  expect(polls.length).toBeGreaterThan(4);
  expect(new Set(polls.slice(1))).toEqual(new Set(["unchanged"]));
});

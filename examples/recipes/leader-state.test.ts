import { createWorld, type SimulatedProcess } from "@fencepost/testing";
import { expect, test } from "vitest";
import { type Assignment, keepAssignment, shardsOf } from "./leader-state.ts";

/** Every five seconds one more shard for a worker of that name. */
function assignsTo({ clock }: SimulatedProcess, worker: string) {
  return async (before: Assignment | undefined, signal: AbortSignal): Promise<Assignment> => {
    await clock.sleep(5_000, signal);
    const shards = before?.shards ?? {};
    return { shards: { ...shards, [`shard-${Object.keys(shards).length}`]: worker } };
  };
}

test("one of two keeps the state, and the next goes on from it", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const stop = new AbortController();
  const first = keepAssignment(a.coordinator, stop.signal, assignsTo(a, "w1"));
  await world.advance(1_000);
  void keepAssignment(b.coordinator, new AbortController().signal, assignsTo(b, "w2"));
  await world.advance(12_000);
  expect(await shardsOf(b.coordinator, "w1")).toEqual(["shard-0", "shard-1"]);
  stop.abort();
  await first;
  await world.advance(8_000);
  expect(await shardsOf(a.coordinator, "w1")).toEqual(["shard-0", "shard-1"]);
  expect(await shardsOf(a.coordinator, "w2")).toContain("shard-2");
});

test("a leader that stood still writes nothing over what its successor wrote, and follows it", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const { signal } = new AbortController();
  void keepAssignment(a.coordinator, signal, assignsTo(a, "w1"));
  await world.advance(4_000);
  void keepAssignment(b.coordinator, signal, assignsTo(b, "w2"));
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(30_000);
  expect(await shardsOf(b.coordinator, "w1")).toEqual([]);
  expect((await shardsOf(b.coordinator, "w2")).length).toBeGreaterThan(5);
  expect(await b.coordinator.election("scheduler").leader()).toMatchObject({ holder: "b" });
});

import { expect, test } from "vitest";
import { createWorld } from "./world.ts";

test("the same seed and the same calls give the same course of events, to the last token and time", async () => {
  const course = async (seed: number) => {
    const world = createWorld({ seed });
    const [a, b] = [world.process("a"), world.process("b")];
    const lease = await a.coordinator.acquire("x");
    const waiting = b.coordinator.acquire("x", { waitMs: 60_000 });
    await world.advance(20_000);
    await lease.release();
    await world.advance(5_000);
    await waiting;
    return JSON.stringify(world.events);
  };
  expect(await course(7)).toBe(await course(7));
  expect(await course(7)).not.toBe(await course(8));
});

test.each([
  ["down", "absent"],
  ["lose-answers", "found"],
] as const)("a fault of the kind %s leaves the object of a write %s", async (kind, found) => {
  const world = createWorld();
  const { store } = world.process("a");
  const end = new AbortController();
  world.fault(kind);
  const writing = store.put("key", new Uint8Array(1), "absent", { signal: end.signal });
  await world.advance(1_000);
  end.abort("enough");
  expect(await writing).toEqual({ kind: "unknown", cause: "enough" });
  expect((await world.store.get("key", {})).kind).toBe(found);
});

test("a fault ends when the function that it gave back is called", async () => {
  const world = createWorld();
  const { store } = world.process("a");
  const up = world.fault("down");
  up();
  expect((await store.put("key", new Uint8Array(1), "absent", {})).kind).toBe("written");
});

test("a slow request takes a second", async () => {
  const world = createWorld();
  const { store } = world.process("a");
  world.fault("slow");
  let answered = false;
  void store.get("key", {}).then(() => {
    answered = true;
  });
  await world.advance(999);
  expect(answered).toBe(false);
  await world.advance(1);
  expect(answered).toBe(true);
});

test("a paused process sends nothing, and hears nothing until it goes on", async () => {
  const world = createWorld();
  const a = world.process("a");
  a.pause();
  const writing = a.store.put("key", new Uint8Array(1), "absent", {});
  await world.advance(1_000);
  expect((await world.store.get("key", {})).kind).toBe("absent");
  a.resume();
  expect((await writing).kind).toBe("written");
});

test("each process's own listener hears its events, and the world hears those of all", async () => {
  const world = createWorld();
  const heard: string[] = [];
  const a = world.process("a", { onEvent: ({ type }) => heard.push(type) });
  await (await world.process("b").coordinator.acquire("y")).release();
  await a.coordinator.acquire("x");
  expect(heard.filter((type) => type === "lease.acquired")).toHaveLength(1);
  expect(world.events.filter(({ type }) => type === "lease.acquired")).toHaveLength(2);
});

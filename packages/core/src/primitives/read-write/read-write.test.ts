/** Read-write locks: who is let in beside whom, and what it costs (coordination, section D). */
import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { lockOf, requestsDuring } from "../../../test/read-write.ts";
import { ContendedError } from "../../index.ts";

test("many read at once, and a writer waits for all of them", async () => {
  const world = createWorld();
  const [a, b, w] = [world.process("a"), world.process("b"), world.process("w")].map((p) => lockOf(p));
  const one = await a?.read.acquire();
  const two = await b?.read.acquire();
  expect(one?.slot).not.toBe(two?.slot);
  expect(await w?.write.tryAcquire()).toBeUndefined();
  const writing = w?.write.acquire({ waitMs: 60_000 });
  let inside = false;
  void writing?.then(() => {
    inside = true;
  });
  await world.advance(5_000);
  await one?.release();
  await world.advance(5_000);
  expect(inside).toBe(false);
  await two?.release();
  await world.advance(5_000);
  expect(inside).toBe(true);
});

test("nobody reads while one writes, and no second one writes", async () => {
  const world = createWorld();
  const writing = await lockOf(world.process("w")).write.acquire();
  const a = lockOf(world.process("a"));
  expect(await a.read.tryAcquire()).toBeUndefined();
  expect(await a.write.tryAcquire()).toBeUndefined();
  await expect(a.read.acquire()).rejects.toThrow(/is held by w/);
  const reading = a.read.acquire({ waitMs: 60_000 });
  await world.advance(3_000);
  await writing.release();
  await world.advance(3_000);
  expect((await reading).remainingMs()).toBeGreaterThan(0);
});

test("a writer that waits keeps new readers out, so that readers cannot starve it", async () => {
  const world = createWorld();
  const a = lockOf(world.process("a"));
  const reading = await a.read.acquire();
  const writing = lockOf(world.process("w")).write.acquire({ waitMs: 60_000 });
  await world.advance(2_000);
  const b = lockOf(world.process("b"));
  expect(await b.read.tryAcquire()).toBeUndefined();
  expect(await a.read.tryAcquire()).toBeUndefined();
  await reading.release();
  await world.advance(3_000);
  (await writing).throwIfLost();
});

test("requests: a reader three cold and two warm, a writer two and one for each slot, one to release", async () => {
  const world = createWorld();
  const a = lockOf(world.process("a"), 4);
  const b = lockOf(world.process("b"), 4);
  const [firstEver, first] = await requestsDuring(world, () => a.read.acquire());
  // The very first creates the writer's record, and looks at it.
  expect(firstEver).toEqual(["get", "put", "get", "put", "get"]);
  expect((await requestsDuring(world, () => first.release()))[0]).toEqual(["put"]);
  const [warm, second] = await requestsDuring(world, () => a.read.acquire());
  expect(warm).toEqual(["put", "get"]);
  expect(second.slot).toBe(first.slot);
  await second.release();
  const [cold, third] = await requestsDuring(world, () => b.read.acquire());
  expect(cold).toEqual(["get", "put", "get"]);
  await third.release();
  const [writer, writing] = await requestsDuring(world, () => b.write.acquire());
  expect(writer).toEqual(["get", "put", "get", "get", "get", "get"]);
  expect((await requestsDuring(world, () => writing.release()))[0]).toEqual(["put"]);
  const [again] = await requestsDuring(world, () => b.write.acquire());
  expect(again).toEqual(["put", "get", "get", "get", "get"]);
});

test("where all slots are taken a reader waits for one", async () => {
  const world = createWorld();
  const a = lockOf(world.process("a"), 2);
  const held = [await a.read.acquire(), await a.read.acquire()];
  expect(held.map(({ slot }) => slot).toSorted()).toEqual([0, 1]);
  const b = lockOf(world.process("b"), 2);
  expect(await b.read.tryAcquire()).toBeUndefined();
  expect(await a.read.tryAcquire()).toBeUndefined();
  const waiting = b.read.acquire({ waitMs: 30_000 });
  const own = a.read.acquire({ waitMs: 30_000 });
  await world.advance(1_000);
  for (const each of held) await each.release();
  await world.advance(5_000);
  expect([(await waiting).slot, (await own).slot].toSorted()).toEqual([0, 1]);
});

test("a read permit does not become a write permit, and the error says why", async () => {
  const world = createWorld();
  const lock = lockOf(world.process("a"));
  const reading = await lock.read.acquire();
  expect(await lock.write.tryAcquire()).toBeUndefined();
  const writing = lock.write.acquire({ waitMs: 2_000 }).catch((error: unknown) => error);
  await world.advance(5_000);
  const error = await writing;
  expect(error).toBeInstanceOf(ContendedError);
  expect((error as Error).message).toMatch(/two readers that both waited for the other to leave/);
  reading.throwIfLost();
  // What the writer had written is released: others may read.
  expect(await lockOf(world.process("b")).read.tryAcquire()).toBeDefined();
});

test("where another number of slots is stored than a program says, what is stored counts, and a warning says so", async () => {
  const world = createWorld();
  await (await lockOf(world.process("a"), 2).read.acquire()).release();
  const b = lockOf(world.process("b"), 8);
  const two = [await b.read.acquire(), await b.read.acquire()];
  expect(two.map(({ slot }) => slot).toSorted()).toEqual([0, 1]);
  expect(await b.read.tryAcquire()).toBeUndefined();
  const warnings = world.events.flatMap((event) => (event.type === "store.warning" ? [event.message] : []));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/has 2 slots.*opened with 8.*setReaders/);
});

test("wrong options are named", () => {
  const { coordinator } = createWorld().process("a");
  expect(() => coordinator.readWriteLock("x", { readers: 0 })).toThrow(/readers is 0/);
  expect(() => coordinator.readWriteLock("x", {} as never)).toThrow(/readers is undefined/);
  expect(() => coordinator.readWriteLock("x", { readers: 2, writers: 1 } as never)).toThrow(/"writers"/);
  expect(() => coordinator.readWriteLock("_fencepost/x", { readers: 2 })).toThrow(TypeError);
});

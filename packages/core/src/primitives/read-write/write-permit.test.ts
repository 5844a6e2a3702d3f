/** What a writer may do inside: go on as a reader, change the number of slots, fence documents. */
import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { lockOf, recordOf, requestsDuring } from "../../../test/read-write.ts";
import { ContendedError, LeaseLostError, MisconfiguredError } from "../../index.ts";

test("whoever reads goes on from writing with nobody in between", async () => {
  const world = createWorld();
  const w = lockOf(world.process("w"));
  const other = lockOf(world.process("other"));
  const writing = await w.write.acquire();
  const slow = world.fault("slow");
  const downgrading = writing.downgrade();
  const others = other.write.acquire({ waitMs: 20_000 }).catch((error: unknown) => error);
  await world.advance(10_000);
  slow();
  const reading = await downgrading;
  reading.throwIfLost();
  expect(() => writing.throwIfLost()).toThrow(LeaseLostError);
  await world.advance(20_000);
  expect(await others).toBeInstanceOf(ContendedError);
  reading.throwIfLost();
  expect(await other.read.tryAcquire()).toBeDefined();
  await reading.release();
});

test("the slot of a downgrade is settled before the writer is released", async () => {
  const world = createWorld();
  const writing = await lockOf(world.process("w")).write.acquire();
  const since = world.events.length;
  const puts: string[] = [];
  await writing.downgrade();
  for (const event of world.events.slice(since)) {
    if (event.type === "store.request" && event.operation === "put") puts.push(event.key);
  }
  const released = world.events.findIndex((event) => event.type === "lease.released");
  const acquired = world.events.findLastIndex((event) => event.type === "lease.acquired");
  expect(puts).toHaveLength(2);
  expect(acquired).toBeLessThan(released);
});

test("a writer that is lost before its slot is settled does not go on as a reader", async () => {
  const world = createWorld();
  const w = world.process("w");
  const writing = await lockOf(w).write.acquire({ ttlMs: 10_000 });
  const slow = world.fault("slow");
  const downgrading = writing.downgrade({ ttlMs: 60_000 }).catch((error: unknown) => error);
  await world.advance(1_500);
  w.pause();
  await world.advance(10_000);
  slow();
  w.resume();
  await world.advance(10_000);
  expect(await downgrading).toBeInstanceOf(LeaseLostError);
  const other = lockOf(world.process("other"));
  await world.advance(1_000);
  expect(await other.write.tryAcquire()).toBeDefined();
});

test("a writer inside changes the number of slots, and looks at the stored ones whatever its program says", async () => {
  const world = createWorld();
  const a = lockOf(world.process("a"), 2);
  await (await a.read.acquire()).release();
  const w = lockOf(world.process("w"), 8);
  const [requests, writing] = await requestsDuring(world, () => w.write.acquire());
  expect(requests).toEqual(["get", "put", "get", "get"]);
  expect((await requestsDuring(world, () => writing.setReaders(4)))[0]).toEqual(["put"]);
  expect(await recordOf(world, "writer")).toMatchObject({ state: "held", slots: 4 });
  await writing.release();
  // Whoever knows of fewer looks again before it waits for one of those.
  const slots = [];
  for (let count = 0; count < 4; count++) slots.push((await a.read.acquire()).slot);
  expect(slots.toSorted()).toEqual([0, 1, 2, 3]);
  expect(await a.read.tryAcquire()).toBeUndefined();
  expect((await requestsDuring(world, async () => w.write.tryAcquire()))[1]).toBeUndefined();
  await expect(writing.setReaders(9)).rejects.toThrow(LeaseLostError);
});

test("a writer fences documents, under a name that no plain lease has", async () => {
  const world = createWorld();
  const w = world.process("w");
  const writing = await lockOf(w).write.acquire();
  const document = w.coordinator.document("report");
  const fenced = await document.fence(writing);
  await fenced.write({ by: "w" });
  w.pause();
  await world.advance(40_000);
  const next = world.process("next");
  const second = await lockOf(next).write.acquire();
  expect(second.token).toBe(writing.token + 1);
  await (await next.coordinator.document("report").fence(second)).write({ by: "next" });
  const plain = await next.coordinator.acquire("x");
  await expect(next.coordinator.document("report").fence(plain)).rejects.toThrow(MisconfiguredError);
  await expect(second.handOver()).rejects.toThrow(TypeError);
});

test("the time of a writer's work begins when it gets in", async () => {
  const world = createWorld();
  const reading = await lockOf(world.process("a")).read.acquire();
  const waiting = lockOf(world.process("w")).write.acquire({ waitMs: 60_000, workTimeoutMs: 5_000 });
  await world.advance(20_000);
  await reading.release();
  await world.advance(2_500);
  const writing = await waiting;
  writing.throwIfLost();
  let lost: unknown;
  writing.signal.addEventListener("abort", () => {
    lost = writing.signal.reason;
  });
  await world.advance(2_000);
  expect(lost).toBeUndefined();
  await world.advance(3_000);
  expect(lost).toMatchObject({ reason: "timeout" });
});

test("work runs under a permit of either kind, which is released with it", async () => {
  const world = createWorld();
  const lock = lockOf(world.process("a"));
  expect(await lock.read.withPermit({ waitMs: 1 }, async ({ slot }) => slot)).toBeLessThan(3);
  const seen = await lock.write.withPermit({}, async (writing) => {
    const reading = await writing.downgrade();
    return reading.run(async ({ slot }) => slot);
  });
  expect(seen).toBeLessThan(3);
  expect(await lock.write.tryAcquire()).toBeDefined();
});

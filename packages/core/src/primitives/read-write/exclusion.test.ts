/** Read-write locks when processes die, stand still or give up (coordination, section D). */
import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { force, lockOf, recordOf, rewrite } from "../../../test/read-write.ts";
import { ContendedError, LeaseLostError } from "../../index.ts";

test("a reader looks at the writer after its slot is settled, and a writer at the slots after its lease is", async () => {
  // Both set out at the same moment, many times: never are both let in.
  for (let seed = 1; seed <= 30; seed++) {
    const race = createWorld({ seed });
    const fast = seed % 2 === 0 ? race.fault("slow") : () => {};
    const reading = lockOf(race.process("r"), 1).read.tryAcquire({ ttlMs: 30_000 });
    const writing = lockOf(race.process("w"), 1).write.tryAcquire({ ttlMs: 30_000 });
    await race.advance(30_000);
    fast();
    const inside = [await reading, await writing].filter((each) => each && each.remainingMs() > 0);
    expect(inside.length).toBeLessThanOrEqual(1);
  }
});

test("a dead writer is fenced before a reader enters: its late renewal does not land", async () => {
  const world = createWorld();
  const w = world.process("w");
  const writing = await lockOf(w).write.acquire();
  w.pause();
  await world.advance(40_000);
  const reading = await lockOf(world.process("a")).read.acquire();
  reading.throwIfLost();
  expect(await recordOf(world, "writer")).toMatchObject({ state: "free", token: writing.token, slots: 3 });
  w.resume();
  await world.advance(20_000);
  expect((await recordOf(world, "writer"))["state"]).toBe("free");
  expect(writing.signal.reason).toBeInstanceOf(LeaseLostError);
});

test("a dead reader is fenced before a writer enters: its late renewal does not land", async () => {
  const world = createWorld();
  const a = world.process("a");
  const reading = await lockOf(a).read.acquire();
  a.pause();
  await world.advance(40_000);
  const writing = await lockOf(world.process("w")).write.acquire();
  writing.throwIfLost();
  expect((await recordOf(world, `slot-${reading.slot}`))["state"]).toBe("free");
  a.resume();
  await world.advance(20_000);
  expect((await recordOf(world, `slot-${reading.slot}`))["state"]).toBe("free");
  expect(reading.signal.reason).toBeInstanceOf(LeaseLostError);
});

test("a writer freed by force counts as inside until its ttl has passed", async () => {
  const world = createWorld();
  const w = world.process("w");
  await lockOf(w).write.acquire();
  w.pause();
  await force(world, "writer");
  const a = lockOf(world.process("a"));
  await world.advance(30_000);
  expect(await a.read.tryAcquire()).toBeUndefined();
  expect(await a.write.tryAcquire()).toBeUndefined();
  await world.advance(5_000);
  expect(await a.read.tryAcquire()).toBeDefined();
});

test("a reader freed by force counts as inside until its ttl has passed", async () => {
  const world = createWorld();
  const a = world.process("a");
  const reading = await lockOf(a).read.acquire();
  a.pause();
  await force(world, `slot-${reading.slot}`);
  const w = lockOf(world.process("w"));
  await world.advance(30_000);
  expect(await w.write.tryAcquire()).toBeUndefined();
  await world.advance(5_000);
  expect(await w.write.tryAcquire()).toBeDefined();
});

test("a slot that a writer no longer looks at is not read under, and is given back", async () => {
  const world = createWorld();
  const lock = lockOf(world.process("a"), 3);
  const all = [await lock.read.acquire(), await lock.read.acquire(), await lock.read.acquire()];
  await all.find(({ slot }) => slot === 2)?.release();
  // The reader's slot is written, and it is about to look at the writer.
  const late = world.fault("slow");
  const reading = lock.read.tryAcquire();
  await world.advance(1_100);
  late();
  expect((await recordOf(world, "slot-2"))["state"]).toBe("held");
  await rewrite(world, "writer", (record) => ({ ...record, slots: 2 }));
  await world.advance(20_000);
  expect(await reading).toBeUndefined();
  expect((await recordOf(world, "slot-2"))["state"]).toBe("free");
});

test("when the wait is over, or the caller gives up, what was written is released", async () => {
  const world = createWorld();
  const a = lockOf(world.process("a"));
  const reading = await a.read.acquire();
  const w = lockOf(world.process("w"));
  const stop = new AbortController();
  const timed = w.write.acquire({ waitMs: 3_000 }).catch((error: unknown) => error);
  await world.advance(10_000);
  expect(await timed).toBeInstanceOf(ContendedError);
  expect((await recordOf(world, "writer"))["state"]).toBe("free");
  const aborted = w.write.acquire({ waitMs: 30_000, signal: stop.signal }).catch((error: unknown) => error);
  await world.advance(3_000);
  expect((await recordOf(world, "writer"))["state"]).toBe("held");
  stop.abort("enough");
  expect(await aborted).toBe("enough");
  await world.advance(1_000);
  expect((await recordOf(world, "writer"))["state"]).toBe("free");
  await reading.release();
  const writing = await w.write.acquire();
  const gone = new AbortController();
  const late = a.read.acquire({ waitMs: 30_000, signal: gone.signal }).catch((error: unknown) => error);
  await world.advance(2_000);
  gone.abort("enough");
  expect(await late).toBe("enough");
  await world.advance(1_000);
  for (const slot of [0, 1, 2]) expect((await recordOf(world, `slot-${slot}`))["state"]).not.toBe("held");
  await writing.release();
});

test("a reader whose window has closed while it looked does not enter", async () => {
  const world = createWorld();
  const a = world.process("a");
  await (await lockOf(a).read.acquire()).release();
  const slow = world.fault("slow");
  const reading = lockOf(a)
    .read.tryAcquire({ term: "fixed", workTimeoutMs: 500, abortMs: 0 })
    .catch((error: unknown) => error);
  await world.advance(1_500);
  a.pause();
  await world.advance(60_000);
  slow();
  a.resume();
  await world.advance(5_000);
  expect(await reading).toMatchObject({ code: "unavailable" });
});

test("a writer whose window has closed while it looked does not enter", async () => {
  const world = createWorld();
  const w = world.process("w");
  const slow = world.fault("slow");
  const writing = lockOf(w)
    .write.tryAcquire({ ttlMs: 20_000 })
    .catch((error: unknown) => error);
  await world.advance(2_500);
  w.pause();
  await world.advance(60_000);
  slow();
  w.resume();
  await world.advance(5_000);
  expect(await writing).toMatchObject({ code: "unavailable" });
});

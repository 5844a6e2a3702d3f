/** A test of a job that many machines start at once, in virtual time: its ttl, its pauses and a crash take no real time. */
import { type Coordinator, isCoordinationError, type Lease } from "@fencepost/core";
import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";

// The code under test.
async function nightly(coordinator: Coordinator, rebuild: (lease: Lease) => Promise<void>): Promise<string> {
  try {
    await coordinator.withLease("nightly", { ttlMs: 30_000 }, rebuild);
    return "done";
  } catch (error) {
    if (isCoordinationError(error, "contended")) return `skipped: ${error.holder} is on it`;
    throw error;
  }
}

test("the job of the night runs on one machine, and the others say who has it", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const first = nightly(a.coordinator, () => a.clock.sleep(5_000));
  await world.advance(1_000);
  expect(await nightly(b.coordinator, async () => {})).toBe("skipped: a is on it");
  await world.advance(5_000);
  expect(await first).toBe("done");
});

test("a machine that stands still loses the job to another, and writes nothing when it goes on", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  let written = false;
  const frozen = nightly(a.coordinator, async (lease) => {
    await a.clock.sleep(5_000);
    lease.throwIfLost();
    written = true;
  });
  await world.advance(1_000);
  a.pause();
  await world.advance(40_000); // the ttl passes, in no time
  expect(await nightly(b.coordinator, async () => {})).toBe("done");
  a.resume();
  await expect(frozen).rejects.toMatchObject({ code: "lease-lost", reason: "frozen" });
  expect(written).toBe(false);
});

test("while the store is down the job does not run, and says why", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  world.fault("down");
  const job = expect(nightly(coordinator, async () => {})).rejects.toMatchObject({ code: "unavailable" });
  await world.advance(60_000);
  await job;
});

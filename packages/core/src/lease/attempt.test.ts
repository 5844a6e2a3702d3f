/** One try to be granted a lease, when its write is slow, or given up. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

test("a grant's window counts from before its write was sent, not from its answer", async () => {
  const world = createWorld();
  const acquiring = world.process("a").coordinator.acquire("x");
  world.fault("slow");
  await world.advance(2_000);
  expect((await acquiring).remainingMs()).toBe(25_500 - 1_000);
});

test("a grant that is settled only after its window has closed is not used, although its caller still waits", async () => {
  const world = createWorld();
  const a = world.process("a", { rate: 1.05 });
  const acquiring = a.coordinator.acquire("x", { term: "fixed", workTimeoutMs: 1_000 });
  const outcome = acquiring.catch((error: unknown) => error);
  const heard = await loseAnswerOfGrant(world);
  await world.advance(3_500);
  heard();
  // Its time-out and the read that settles it take 5 s and 1.05 s of the window of 6 s.
  world.fault("slow");
  await world.advance(2_000);
  expect(await outcome).toMatchObject({ code: "unavailable" });
  const [settled] = world.events.filter(({ type }) => type === "write.settled");
  const writeId = await newestWriteId(world);
  expect(settled).toEqual({ type: "write.settled", key: "x", outcome: "written", writeId });
  expect(world.events.map(({ type }) => type)).not.toContain("lease.acquired");
});

test("an acquire whose write hangs is told after three requests' time what is known", async () => {
  const world = createWorld();
  let outcome: unknown;
  world
    .process("a")
    .coordinator.acquire("x")
    .catch((error: unknown) => {
      outcome = error;
    });
  await loseAnswerOfGrant(world);
  await world.advance(13_600);
  expect(outcome).toMatchObject({ code: "unknown-outcome", key: "x" });
});

/** The read takes a second, and so does the write, whose effect nobody hears of. */
async function loseAnswerOfGrant(world: World): Promise<() => void> {
  const fast = world.fault("slow");
  await world.advance(1_500);
  fast();
  return world.fault("lose-answers");
}

test("a grant that its caller gave up is settled and freed before the same process asks again", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const caller = new AbortController();
  const first = coordinator.acquire("x", { signal: caller.signal }).catch((error: unknown) => error);
  const fast = world.fault("slow");
  await world.advance(1_500);
  caller.abort("enough");
  expect(await first).toBe("enough");
  const second = coordinator.tryAcquire("x");
  fast();
  await world.advance(3_000);
  expect((await second)?.token).toBe(2);
});

test("who has to wait for an earlier request without an answer is told that nothing was sent", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const caller = new AbortController();
  const first = coordinator.acquire("x", { signal: caller.signal }).catch((error: unknown) => error);
  await loseAnswerOfGrant(world);
  caller.abort("enough");
  await first;
  const second = coordinator.tryAcquire("x", { ttlMs: 3_000 }).catch((error: unknown) => error);
  await world.advance(3_000);
  expect(await second).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("not asked for"),
  });
});

/** What the newest record says of the write that made it. */
async function newestWriteId(world: World): Promise<string> {
  const found = await world.store.get("_fencepost/leases/x.json", {});
  return found.kind === "found" ? JSON.parse(new TextDecoder().decode(found.body)).recent[0] : "";
}

import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";

test("who dies behind the gate keeps the others out no longer than by a slot", async () => {
  const world = createWorld();
  const poolOf = (name: string) => world.process(name).coordinator.semaphore("api", { permits: 2 });
  const light = await poolOf("a").acquire();
  const b = world.process("b");
  void b.coordinator
    .semaphore("api", { permits: 2 })
    .acquire({ weight: 2, ttlMs: 3_000, waitMs: 600_000 })
    .catch(() => {});
  await world.advance(2_000);
  b.pause();
  await light.release();
  const waiting = poolOf("c").acquire({ weight: 2, ttlMs: 3_000, waitMs: 600_000 });
  await world.advance(20_000);
  expect(await Promise.race([waiting, "it waits for the gate"])).toMatchObject({ key: "api", holder: "c" });
});

test.each([1, 2])("whoever waits for %i waits out a store that is down, too", async (weight) => {
  const world = createWorld();
  const poolOf = (name: string) => world.process(name).coordinator.semaphore("api", { permits: 2 });
  const held = [await poolOf("a").acquire(), await poolOf("b").acquire()];
  let came: string | undefined;
  void poolOf("c")
    .acquire({ weight, waitMs: 600_000, ttlMs: 60_000 })
    .then(({ holder }) => {
      came = holder;
    })
    .catch((error: Error) => {
      came = error.name;
    });
  await world.advance(5_000);
  const mend = world.fault("down");
  await world.advance(20_000);
  mend();
  const released = held.map((permit) => permit.release());
  await world.advance(60_000);
  await Promise.all(released);
  expect(came).toBe("c");
});

test("the work's own time runs from when all is held, and not while the rest is waited for", async () => {
  const world = createWorld();
  const poolOf = (name: string) => world.process(name).coordinator.semaphore("api", { permits: 2 });
  const light = await poolOf("a").acquire();
  let remaining = -1;
  void poolOf("b")
    .acquire({ weight: 2, waitMs: 600_000, workTimeoutMs: 5_000 })
    .then(async (permit) => {
      remaining = permit.remainingMs();
    });
  await world.advance(60_000);
  await light.release();
  await world.advance(5_000);
  expect(remaining).toBeGreaterThan(4_000);
  const lost = world.events.filter(({ type }) => type === "lease.lost");
  await world.advance(10_000);
  expect(lost).toHaveLength(0);
  expect(world.events.some((event) => event.type === "lease.lost" && event.error.reason === "timeout")).toBe(
    true,
  );
});

test("whoever does not wait is told after three requests' time of a store that is silent", async () => {
  const world = createWorld();
  const semaphore = world.process("a").coordinator.semaphore("api", { permits: 2 });
  await (await semaphore.acquire()).release();
  world.fault("down");
  let told = "nothing";
  void semaphore.acquire().catch((error: Error) => {
    told = error.name;
  });
  await world.advance(16_000);
  expect(told).toBe("UnknownOutcomeError");
});

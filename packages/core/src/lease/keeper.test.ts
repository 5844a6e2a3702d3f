/** Renewals: from when they count, and what ends them. The renewal of a lease of 30 s is sent after 9 to 10 s. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const name = "_fencepost/leases/x.json";
const windowMs = 25_500;

const puts = (world: World): number =>
  world.events.filter((event) => event.type === "store.request" && event.operation === "put").length;
const kinds = (world: World): string[] =>
  world.events.map(({ type }) => type).filter((type) => type.startsWith("lease."));

test("a renewed window counts from before the renewal was sent, not from its answer", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  world.fault("slow");
  await world.advance(12_000);
  const renewed = world.events.find((event) => event.type === "lease.renewed");
  expect(renewed).toMatchObject({ remainingMs: windowMs - 1_000 });
});

test("a renewed window counts from before the first attempt, not from what settled or repeated it", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  await world.advance(8_900);
  const heard = world.fault("lose-answers");
  await world.advance(2_000);
  heard();
  await world.advance(6_000);
  const renewed = world.events.find((event) => event.type === "lease.renewed");
  expect(renewed).toMatchObject({ remainingMs: windowMs - 5_000 });
});

test("after the window has closed no renewal is sent, and nothing ever says held again", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  const sent = puts(world);
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(60_000);
  expect(puts(world)).toBe(sent);
  expect(kinds(world)).toEqual(["lease.acquired", "lease.lost"]);
  expect(lease.remainingMs()).toBe(0);
  expect(await lease.release()).toBe("lapsed");
});

test("a renewal that lands, and is answered only after the window has closed, revives nothing", async () => {
  const world = createWorld();
  const a = world.process("a", { random: { unit: () => 0, id: () => "a".repeat(32) } });
  const lease = await a.coordinator.acquire("x");
  world.fault("slow");
  await world.advance(10_500);
  a.pause();
  await world.advance(60_000);
  expect(await versionOf(world)).toBe("2");
  a.resume();
  await world.advance(10_000);
  expect(kinds(world)).not.toContain("lease.renewed");
  expect(() => lease.throwIfLost()).toThrow("stood still");
});

async function versionOf(world: World): Promise<string | undefined> {
  const found = await world.store.get(name, {});
  return found.kind === "found" ? found.version : undefined;
}

test("something that is no record in its place ends the lease at the next renewal", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const matches = (await versionOf(world)) as never;
  await world.store.put(name, new TextEncoder().encode("hello"), { matches }, {});
  await world.advance(10_000);
  expect(lease.signal.reason).toMatchObject({ reason: "superseded", cause: { code: "bad-record" } });
});

test("a renewal loop that breaks is a loss with its cause, told before the window has closed (R8)", async () => {
  const broken = new Error("no more randomness");
  let draws = 0;
  const random = {
    unit: () => {
      draws += 1;
      if (draws > 1) throw broken;
      return 0;
    },
    id: () => "a".repeat(32),
  };
  const world = createWorld();
  const { signal } = await world.process("a", { random }).coordinator.acquire("x");
  await world.advance(11_000);
  expect(signal.reason).toMatchObject({ code: "lease-lost", cause: broken });
});

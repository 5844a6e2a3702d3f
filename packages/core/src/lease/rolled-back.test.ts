/** Stores that forget a write which they had acknowledged (protocol, section 2), in a world where time is virtual. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { leaseFormat } from "../record/lease-record.ts";

const name = "_fencepost/leases/x.json";

async function recordIn(world: World) {
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("no record");
  return { ...leaseFormat.decode(found, "x"), version: found.version };
}

test("a store that shows an older state than it had acknowledged is named as unfit", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const old = await recordIn(world);
  await world.advance(20_000);
  const { version, ...restored } = old;
  await world.store.put(
    name,
    leaseFormat.encode(restored).body,
    { matches: (await recordIn(world)).version },
    {},
  );
  await world.advance(10_000);
  expect(version).not.toBe((await recordIn(world)).version);
  expect(lease.signal.reason).toMatchObject({ reason: "rolled-back" });
});

test("a store that is replaced by a stale replica lets another in while a holder lives, who says so (T5)", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  await (await coordinator.acquire("x")).release();
  const { version: _, ...replica } = await recordIn(world);
  const lease = await coordinator.acquire("x");
  await world.advance(12_000);
  const { version, renewals } = await recordIn(world);
  expect(renewals).toBe(1);
  await world.store.put(name, leaseFormat.encode(replica).body, { matches: version }, {});
  const theirs = await world.process("b").coordinator.acquire("x");
  lease.throwIfLost();
  expect(theirs.token).toBe(lease.token);
  await world.advance(9_000);
  expect(lease.signal.reason).toMatchObject({
    reason: "rolled-back",
    message: expect.stringContaining("cannot host a lease"),
  });
});

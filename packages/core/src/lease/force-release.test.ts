import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import { createCoordinator } from "../coordinator.ts";
import { leaseFormat } from "../record/lease-record.ts";
import type { Store } from "../store/store.ts";

const held = async () => {
  const world = createWorld();
  const a = world.process("a");
  const operator = world.process("operator").coordinator;
  return { world, a, operator, lease: await a.coordinator.acquire("x") };
};
const read = async ({ store }: ReturnType<typeof createWorld>) => {
  const found = await store.get("_fencepost/leases/x.json", {});
  if (found.kind !== "found") throw new Error("no record");
  return leaseFormat.decode(found, "x");
};

test("the grant that was looked at is freed, and who did it and why stands in the record", async () => {
  const { world, operator, lease } = await held();
  expect(await operator.forceRelease("x", lease.token, { why: "stuck" })).toBe("released");
  expect(await read(world)).toMatchObject({
    state: "free",
    token: lease.token,
    forced: { by: "operator", why: "stuck" },
  });
});

test("its holder learns of it at the next renewal, before anybody else may take it", async () => {
  const { world, operator, lease } = await held();
  await operator.forceRelease("x", lease.token, { why: "stuck" });
  const waiting = world.process("b").coordinator.acquire("x", { waitMs: 60_000 });
  await world.advance(10_000);
  expect(lease.signal.reason).toMatchObject({ code: "lease-lost", reason: "released" });
  await world.advance(20_900);
  expect((await read(world)).state).toBe("free");
  await world.advance(3_000);
  expect((await waiting).token).toBe(lease.token + 1);
});

test("a holder that is paused, too, has its ttl before the next one begins", async () => {
  const { world, a, operator, lease } = await held();
  a.pause();
  await operator.forceRelease("x", lease.token, { why: "stuck" });
  const b = world.process("b").coordinator;
  for (let second = 0; second < 31; second++) {
    expect(await b.tryAcquire("x")).toBeUndefined();
    await world.advance(1_000);
  }
  await world.advance(1);
  expect(await b.tryAcquire("x")).toBeDefined();
});

test("with now nobody waits", async () => {
  const { world, operator, lease } = await held();
  await operator.forceRelease("x", lease.token, { why: "its machine is gone", now: true });
  expect(await world.process("b").coordinator.tryAcquire("x")).toBeDefined();
});

test("a repeat does not begin the wait anew, and now can be added to it", async () => {
  const { world, a, operator, lease } = await held();
  a.pause();
  await operator.forceRelease("x", lease.token, { why: "stuck" });
  const first = await read(world);
  await world.advance(20_000);
  expect(await operator.forceRelease("x", lease.token, { why: "still stuck" })).toBe("released");
  expect(await read(world)).toEqual(first);
  expect(await operator.forceRelease("x", lease.token, { why: "gone", now: true })).toBe("released");
  expect((await read(world)).forced).toEqual({ by: "operator", why: "gone", now: true });
});

test("a successor is never freed, nor is what is not there", async () => {
  const { world, operator, lease } = await held();
  await lease.release();
  const next = await world.process("b").coordinator.acquire("x");
  expect(await operator.forceRelease("x", lease.token, { why: "stuck" })).toBe("superseded");
  next.throwIfLost();
  expect(await operator.forceRelease("y", lease.token, { why: "stuck" })).toBe("superseded");
});

test("a lease that its holder has freed is free", async () => {
  const { operator, lease } = await held();
  await lease.release();
  expect(await operator.forceRelease("x", lease.token, { why: "stuck" })).toBe("released");
});

test("a reason and a token are asked for", async () => {
  const { operator, lease } = await held();
  await expect(operator.forceRelease("x", lease.token, { why: "" })).rejects.toThrow("say why");
  await expect(operator.forceRelease("x", 0 as FencingToken, { why: "stuck" })).rejects.toThrow(RangeError);
});

test("an abort is felt while the write is unanswered, and it is not repeated for nobody", async () => {
  const { world, lease } = await held();
  const { clock, store } = world.process("operator");
  let puts = 0;
  const silent: Store = {
    ...store,
    async put() {
      puts += 1;
      return { kind: "unknown", cause: "503" };
    },
  };
  const caller = new AbortController();
  const how = { why: "stuck", signal: caller.signal };
  const freeing = createCoordinator(silent, { clock }).forceRelease("x", lease.token, how);
  const outcome = freeing.catch((error: unknown) => error);
  await world.advance(10);
  caller.abort("enough");
  expect(await outcome).toBe("enough");
  await world.advance(100_000);
  // The one under way, and the one that it may have been about to send.
  expect(puts).toBeLessThanOrEqual(2);
});

test("a record that was written more often than it remembers while we wrote is looked at anew", async () => {
  const { world, a, lease } = await held();
  const { clock, store } = world.process("operator");
  const recent = Array.from({ length: 8 }, (_, count) => String(count).repeat(32));
  let puts = 0;
  const busy: Store = {
    ...store,
    async put(name, body, condition, options) {
      puts += 1;
      const found = await store.get(name, {});
      if (puts > 1 || found.kind !== "found") return store.put(name, body, condition, options);
      const { body: renewed } = leaseFormat.encode({ ...(await read(world)), renewals: 9, recent });
      await store.put(name, renewed, { matches: found.version }, {});
      return store.put(name, body, condition, options);
    },
  };
  a.pause();
  const operator = createCoordinator(busy, { clock, holder: "operator" });
  expect(await operator.forceRelease("x", lease.token, { why: "stuck" })).toBe("released");
  expect(puts).toBe(2);
  expect(await read(world)).toMatchObject({ state: "free", renewals: 10, forced: { by: "operator" } });
});

test("a store that nobody has tried is tried first: one that ignores conditions frees nothing", async () => {
  const { world, lease } = await held();
  const { clock, store } = world.process("operator");
  const careless: Store = {
    ...store,
    capabilities: { ...store.capabilities, trusted: false },
    async put(name, body, _condition, options) {
      const found = await store.get(name, {});
      return store.put(name, body, found.kind === "found" ? { matches: found.version } : "absent", options);
    },
  };
  const operator = createCoordinator(careless, { clock });
  await expect(operator.forceRelease("x", lease.token, { why: "stuck" })).rejects.toMatchObject({
    code: "unsupported-store",
  });
  expect(await read(world)).toMatchObject({ state: "held" });
});

import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { createCoordinator } from "../coordinator.ts";
import type { PutResult, Store } from "../store/store.ts";

const name = "_fencepost/leases/x.json";

test("a released lease is free at once, and keeps its token", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const lease = await coordinator.acquire("x");
  expect(await lease.release()).toBe("released");
  expect(await coordinator.inspect("x")).toEqual({ state: "free", token: lease.token });
  expect(lease.signal.aborted).toBe(false);
  expect(() => lease.throwIfLost()).toThrow("it was released");
  expect(lease.remainingMs()).toBe(0);
});

test("a second release gives the first answer and sends nothing", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const both = await Promise.all([lease.release(), lease.release()]);
  const sent = world.events.length;
  expect([...both, await lease.release()]).toEqual(["released", "released", "released"]);
  expect(world.events).toHaveLength(sent);
});

test("releasing twice after the lease ran out does not touch the next holder's (T2)", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lapsed = await a.coordinator.acquire("x");
  a.pause();
  await world.advance(60_000);
  const current = await world.process("b").coordinator.acquire("x");
  const before = await world.store.get(name, {});
  a.resume();
  expect(await lapsed.release()).toBe("lapsed");
  expect(await lapsed.release()).toBe("lapsed");
  expect(await world.store.get(name, {})).toMatchObject({ version: (before as { version: string }).version });
  current.throwIfLost();
});

test("a release whose process is stopped just before it is sent does not touch the next holder's (T2)", async () => {
  const world = createWorld();
  const a = world.process("a");
  let answer: PutResult | undefined;
  let stops = false;
  const store: Store = {
    ...a.store,
    async put(key, body, condition, options) {
      if (!stops) return a.store.put(key, body, condition, options);
      a.pause();
      await new Promise<void>((resolve) => a.clock.whenRunning(resolve));
      answer = await world.store.put(key, body, condition, {});
      return answer;
    },
  };
  const lapsed = await createCoordinator(store, { clock: a.clock }).acquire("x");
  stops = true;
  const releasing = lapsed.release();
  await world.advance(60_000);
  const current = await world.process("b").coordinator.acquire("x");
  const before = await world.store.get(name, {});
  a.resume();
  await world.advance(1_000);
  expect(await world.store.get(name, {})).toMatchObject({ version: (before as { version: string }).version });
  expect(answer).toEqual({ kind: "refused" });
  expect(await releasing).toBe("lapsed");
  current.throwIfLost();
});

test("a release inside the window that meets another holder's record leaves it alone, and says lapsed", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("nothing there");
  const theirs = new TextDecoder().decode(found.body).replace('"recent":[', `"recent":["${"e".repeat(32)}",`);
  await world.store.put(
    name,
    new TextEncoder().encode(theirs.replace('"token":1', '"token":2')),
    { matches: found.version },
    {},
  );
  expect(await lease.release()).toBe("lapsed");
  expect(lease.signal.reason).toMatchObject({ reason: "superseded", successor: { token: 2 } });
  expect(await world.process("b").coordinator.inspect("x")).toMatchObject({ state: "held", token: 2 });
});

test("once the window has closed a release sends nothing, although the work's own time had ended before", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x", { workTimeoutMs: 5_000 });
  await world.advance(60_000);
  const sent = world.events.filter((event) => event.type === "store.request").length;
  expect(await lease.release()).toBe("lapsed");
  expect(world.events.filter((event) => event.type === "store.request")).toHaveLength(sent);
});

test("after a loss a release sends nothing, although the window is still open", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("nothing there");
  await world.store.delete(name, found.version, {});
  await world.advance(10_000);
  expect(lease.signal.reason).toMatchObject({ reason: "deleted" });
  const sent = world.events.filter((event) => event.type === "store.request").length;
  expect(await lease.release()).toBe("lapsed");
  expect(world.events.filter((event) => event.type === "store.request")).toHaveLength(sent);
});

test("a release waits for a renewal in flight, and then frees what it wrote", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  const fast = world.fault("slow");
  await world.advance(10_000);
  const releasing = lease.release();
  await world.advance(1_100);
  fast();
  await world.advance(1_000);
  expect(await releasing).toBe("released");
  expect(await a.coordinator.inspect("x")).toMatchObject({ state: "free" });
});

test("a release whose answer is lost is settled, not guessed", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  const found = world.fault("lose-answers");
  const releasing = lease.release();
  await world.advance(6_000);
  found();
  await world.advance(10_000);
  expect(await releasing).toBe("released");
});

test("a store that stays silent makes it unconfirmed: the work had ended inside the window", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  world.fault("down");
  const releasing = lease.release();
  await world.advance(60_000);
  expect(await releasing).toBe("unconfirmed");
  expect(lease.signal.aborted).toBe(false);
});

test("after a release nothing of the lease runs on", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  await lease.release();
  const reported = world.events.length;
  await world.advance(600_000);
  expect(world.events).toHaveLength(reported);
});

test("a release is not held up by a silent store for long, however long the window, nor by a renewal in flight", async () => {
  for (const isRenewing of [false, true]) {
    const world = createWorld();
    const lease = await world.process("a").coordinator.acquire("x", { ttlMs: 3_600_000 });
    if (isRenewing) await world.advance(1_000_000);
    world.fault("down");
    if (isRenewing) await world.advance(250_000);
    const uncertain = world.events.some((event) => event.type === "lease.uncertain");
    expect(uncertain).toBe(isRenewing);
    const outcome = lease.release();
    await world.advance(45_000);
    expect(await Promise.race([outcome, "still waiting"])).toBe("unconfirmed");
  }
});

import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { LeaseLostError, UnknownOutcomeError } from "../base/errors.ts";
import type { Lease } from "./lease.ts";

const key = "prod";
const operationsOf = (world: World): string[] =>
  world.events.flatMap((event) => (event.type === "store.request" ? [event.operation] : []));
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** A lease of one process that was handed over, and another process to adopt it. */
async function handedOver(world: World) {
  const [a, b] = [world.process("a"), world.process("b")];
  const given = await a.coordinator.acquire(key, { note: "step 1" });
  return { a, b, given, handover: await given.handOver() };
}

test("a lease goes from one process to the next, under a new token", async () => {
  const world = createWorld();
  const { b, given, handover } = await handedOver(world);
  const before = operationsOf(world).length;
  const taken = await b.coordinator.adopt(handover);
  expect(operationsOf(world).slice(before)).toEqual(["get", "put"]);
  expect(taken.token).toBe(given.token + 1);
  expect(await b.coordinator.inspect(key)).toMatchObject({ state: "held", holder: "b", token: taken.token });
  // It is renewed as any lease is.
  await world.advance(120_000);
  taken.throwIfLost();
  expect(await taken.release()).toBe("released");
});

test("the giver has nothing left before there is a string: one request, its signal aborts, and a release sends nothing", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire(key);
  const before = operationsOf(world).length;
  const mend = world.fault("slow");
  const handing = lease.handOver();
  await world.advance(100);
  expect(lease.signal.reason).toMatchObject({ code: "lease-lost", reason: "handed-over" });
  expect(lease.remainingMs()).toBe(0);
  expect(() => lease.throwIfLost()).toThrow("it was handed over");
  await world.advance(2_000);
  mend();
  expect(await handing).toMatch(/^fencepost-handover-1\.[\w-]+$/);
  expect(await lease.release()).toBe("released");
  await lease[Symbol.asyncDispose]();
  expect(await caught(lease.handOver())).toBeInstanceOf(LeaseLostError);
  await world.advance(60_000);
  expect(operationsOf(world).slice(before)).toEqual(["put"]);
});

test("a renewal in flight is settled first, so that the string names what stands there", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const lease = await a.coordinator.acquire(key);
  const mend = world.fault("slow");
  await world.advance(10_100);
  const handing = lease.handOver();
  await world.advance(5_000);
  mend();
  const taken = await b.coordinator.adopt(await handing);
  expect(taken.token).toBe(lease.token + 1);
});

test("a second adoption is refused, and says who has it", async () => {
  const world = createWorld();
  const { a, b, handover } = await handedOver(world);
  const taken = await b.coordinator.adopt(handover);
  const again = await caught(a.coordinator.adopt(handover));
  expect(again).toMatchObject({
    code: "lease-lost",
    reason: "superseded",
    successor: { holder: "b", token: taken.token },
  });
  taken.throwIfLost();
  await taken.release();
  expect(await caught(a.coordinator.adopt(handover))).toMatchObject({ reason: "superseded" });
});

test("what cannot be adopted is said in words for whoever has lost nothing, with what stands there", async () => {
  const world = createWorld();
  const { a, b, given, handover } = await handedOver(world);
  const taken = await b.coordinator.adopt(handover);
  const said = async (): Promise<string> => String(await caught(a.coordinator.adopt(handover)));
  expect(await said()).toContain(`by now it is held by "b" with token ${taken.token}. Nothing was taken`);
  await taken.release();
  expect(await said()).toContain(`by now it was let go by "b" with token ${taken.token}`);
  const elsewhere = await createWorld().process("c").coordinator.adopt(handover).catch(String);
  expect(elsewhere).toContain(`"prod" that was handed over with token ${given.token} cannot be adopted in`);
  expect(elsewhere).toContain("handed over in another store or under another prefix");
  const again = await b.coordinator.acquire(key);
  const forced = await again.handOver();
  await a.coordinator.forceRelease(key, again.token, { why: "stuck", now: true });
  expect(String(await caught(a.coordinator.adopt(forced)))).toContain(
    `by now it was freed by force, and was held by "b" with token ${again.token}`,
  );
});

test("of many who adopt at once, one is granted it", async () => {
  const world = createWorld();
  const { handover } = await handedOver(world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => caught(world.process(`p${at}`).coordinator.adopt(handover))),
  );
  expect(answers.filter((answer) => !(answer instanceof LeaseLostError))).toHaveLength(1);
});

test("nobody else is let in while it is on its way, for its whole ttl; then whoever comes first has it", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const lease = await a.coordinator.acquire(key);
  await world.advance(9_000);
  const handover = await lease.handOver();
  await world.advance(29_000);
  expect(await b.coordinator.tryAcquire(key)).toBeUndefined();
  await world.advance(3_000);
  const taken = await b.coordinator.tryAcquire(key);
  expect(taken?.token).toBe(lease.token + 1);
  expect(await caught(a.coordinator.adopt(handover))).toMatchObject({ reason: "superseded" });
});

test("after its ttl it can be adopted for as long as nobody has taken it", async () => {
  const world = createWorld();
  const { b, given, handover } = await handedOver(world);
  await world.advance(24 * 60 * 60_000);
  expect((await b.coordinator.adopt(handover)).token).toBe(given.token + 1);
});

test("what was freed by force, or deleted, cannot be adopted", async () => {
  const world = createWorld();
  const { a, b, given, handover } = await handedOver(world);
  await a.coordinator.forceRelease(key, given.token, { why: "stuck", now: true });
  expect(await caught(b.coordinator.adopt(handover))).toMatchObject({ reason: "released" });
  const seen = await world.store.get(`_fencepost/leases/${key}.json`, {});
  if (seen.kind !== "found") throw new Error("it was there");
  await world.store.delete(`_fencepost/leases/${key}.json`, seen.version, {});
  expect(await caught(b.coordinator.adopt(handover))).toMatchObject({ reason: "deleted" });
});

test("a lease that is lost cannot be handed over, and nothing is sent", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire(key);
  a.pause();
  await world.advance(60_000);
  a.resume();
  const before = operationsOf(world).length;
  expect(await caught(lease.handOver())).toMatchObject({ code: "lease-lost", reason: "frozen" });
  expect(operationsOf(world).length).toBe(before);
});

test("where somebody took it by force meanwhile there is no string", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const lease = await a.coordinator.acquire(key);
  await b.coordinator.forceRelease(key, lease.token, { why: "stuck", now: true });
  const next = await b.coordinator.acquire(key);
  expect(await caught(lease.handOver())).toMatchObject({
    reason: "superseded",
    successor: { holder: "b", token: next.token },
  });
});

test("where the store is silent there is no string, and the lease runs out", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const lease = await a.coordinator.acquire(key);
  const mend = world.fault("down");
  const handing = caught(lease.handOver());
  await world.advance(60_000);
  mend();
  expect(await handing).toBeInstanceOf(UnknownOutcomeError);
  expect((await b.coordinator.acquire(key)).token).toBe(lease.token + 1);
});

test("work that hands its lease over gives what it gives; work that goes on is reported", async () => {
  const world = createWorld();
  const a = world.process("a");
  const handOver = (lease: Lease): Promise<string> => lease.handOver();
  expect(String(await caught(a.coordinator.withLease(key, handOver)))).toMatch(/^fencepost-handover-1/);
  const stuck = caught(
    a.coordinator.withLease("other", async (lease) => {
      await lease.handOver();
      await new Promise(() => {});
    }),
  );
  await world.advance(10_000);
  expect(await stuck).toMatchObject({ reason: "handed-over", work: { state: "running" } });
});

test("a leader's value is shown on by whoever adopts its lease", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const election = a.coordinator.election(key, { schema: String });
  const term = await election.campaign({ value: "url", signal: new AbortController().signal });
  const taken = await b.coordinator.adopt(await term.handOver());
  expect(await election.leader()).toEqual({ holder: "b", token: taken.token, value: "url" });
});

test("a fixed term may be handed over, and adopted with any other", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const lease = await a.coordinator.acquire("k ä/ñ", { term: "fixed", workTimeoutMs: 60_000 });
  const taken = await b.coordinator.adopt(await lease.handOver(), { ttlMs: 10_000 });
  await world.advance(60_000);
  taken.throwIfLost();
});

test.each([
  ["", "give the whole string"],
  ["fencepost-handover-1.", "give the whole string"],
  ["fencepost-handover-1.e30", "give the whole string"],
  ["fencepost-handover-2.eyJ", "give the whole string"],
  [undefined, "of type undefined"],
])("%o is no handover", async (text, message) => {
  const { coordinator } = createWorld().process("a");
  await expect(coordinator.adopt(text as string)).rejects.toThrow(message);
  await expect(coordinator.adopt(text as string)).rejects.toThrow(TypeError);
});

test("adopt takes no wait", async () => {
  const { coordinator } = createWorld().process("a");
  await expect(coordinator.adopt("x", { waitMs: 5 } as never)).rejects.toThrow(
    "waitMs has no meaning for adopt",
  );
});

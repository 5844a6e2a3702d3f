import { BadRecordError, type Election, LeaseLostError, UnsupportedStoreError } from "@fencepost/core";
import { createWorld, type SimulatedProcess, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const key = "primary";
const text = (input: unknown): string => {
  if (typeof input !== "string") throw new TypeError("not a text");
  return input;
};
const electionOf = ({ coordinator }: SimulatedProcess): Election<string> =>
  coordinator.election(key, { schema: text });
const { signal: never } = new AbortController();
const operationsOf = (world: World): string[] =>
  world.events.flatMap((event) => (event.type === "store.request" ? [event.operation] : []));

test("who campaigns where nobody leads, leads with two requests, and shows its value", async () => {
  const world = createWorld();
  const a = electionOf(world.process("a"));
  const stop = new AbortController();
  const term = await a.campaign({ value: "http://a", signal: stop.signal });
  expect(operationsOf(world)).toEqual(["get", "put"]);
  const leader = await electionOf(world.process("b")).leader();
  expect(leader).toEqual({ holder: "a", token: term.token, value: "http://a" });
  // The signal covered the call: the term does not end with it.
  stop.abort();
  term.throwIfLost();
  expect(await term.release()).toBe("released");
  expect(await a.leader()).toBeUndefined();
});

test("a candidate waits for as long as its signal lets it, and leads when the leader resigns", async () => {
  const world = createWorld();
  const a = electionOf(world.process("a"));
  const b = electionOf(world.process("b"));
  const first = await a.campaign({ value: "a", signal: never });
  let second: number | undefined;
  void b.campaign({ value: "b", signal: never }).then(({ token }) => {
    second = token;
  });
  const stop = new AbortController();
  const given = electionOf(world.process("c")).campaign({ value: "c", signal: stop.signal });
  const outcome = given.catch((error: unknown) => error);
  await world.advance(2.5 * 60 * 60_000);
  expect(second).toBeUndefined();
  expect([a.health().state, b.health().state]).toEqual(["leading", "following"]);
  stop.abort("enough");
  expect(await outcome).toBe("enough");
  await first.release();
  await world.advance(5_000);
  expect(second).toBeGreaterThan(first.token);
  expect([a.health().state, b.health().state]).toEqual(["idle", "leading"]);
});

test("a candidate waits out a store that is down, from its first request on", async () => {
  const world = createWorld();
  const a = electionOf(world.process("a"));
  const mend = world.fault("down");
  const campaign = a.campaign({ value: "a", signal: never });
  await world.advance(10 * 60_000);
  expect(a.health()).toEqual({ state: "following" });
  mend();
  await world.advance(60_000);
  expect((await campaign).remainingMs()).toBeGreaterThan(0);
});

test("a proclamation is one request, is seen, and takes the place of a heartbeat", async () => {
  const world = createWorld();
  const a = electionOf(world.process("a"));
  const term = await a.campaign({ value: "one", signal: never });
  await world.advance(8_000);
  const before = operationsOf(world).length;
  await term.proclaim("two");
  expect(operationsOf(world).slice(before)).toEqual(["put"]);
  expect((await electionOf(world.process("b")).leader())?.value).toBe("two");
  const since = operationsOf(world).length;
  // The heartbeat was due between 9 and 10 s, and is due between 17 and 18 s now.
  await world.advance(8_500);
  expect(operationsOf(world).length).toBe(since);
  const health = a.health();
  expect(health.state === "leading" && Math.round(health.renewedAgoMs)).toBe(8_500);
  await world.advance(2_000);
  expect(operationsOf(world).slice(since)).toEqual(["put"]);
  // Heartbeats go on showing it.
  expect((await a.leader())?.value).toBe("two");
});

test("proclamations and heartbeats stand in one queue, so that none is refused by another", async () => {
  const world = createWorld();
  const term = await electionOf(world.process("a")).campaign({ value: "0", signal: never });
  const mend = world.fault("slow");
  const said = Array.from({ length: 5 }, (_, at) => term.proclaim(String(at + 1)).then(() => "seen", String));
  await world.advance(8_000);
  expect(await Promise.all(said)).toEqual(said.map(() => "seen"));
  mend();
  expect((await electionOf(world.process("b")).leader())?.value).toBe("5");
  expect(world.events.map(({ type }) => type)).not.toContain("write.settled");
  term.throwIfLost();
});

test("who leads no more proclaims nothing", async () => {
  const world = createWorld();
  const a = world.process("a");
  const term = await electionOf(a).campaign({ value: "a", signal: never });
  a.pause();
  await world.advance(60_000);
  const b = await electionOf(world.process("b")).campaign({ value: "b", signal: never });
  a.resume();
  const requests = operationsOf(world).length;
  await expect(term.proclaim("late")).rejects.toThrow(LeaseLostError);
  expect(operationsOf(world).length).toBe(requests);
  expect((await electionOf(a).leader())?.value).toBe("b");
  await b.release();
  await expect(b.proclaim("late")).rejects.toThrow(LeaseLostError);
});

test("a value that the schema refuses is never sent, and one that stands there is no value", async () => {
  const world = createWorld();
  const a = world.process("a");
  await expect(electionOf(a).campaign({ value: 7 as never, signal: never })).rejects.toThrow("not a text");
  expect(operationsOf(world)).toEqual([]);
  await a.coordinator.acquire(key);
  await expect(electionOf(a).leader()).rejects.toThrow(BadRecordError);
  // Without a schema a plain lease leads as well.
  expect(await a.coordinator.election(key).leader()).toMatchObject({ holder: "a", value: undefined });
});

test("those who only look write nothing, not even to prove the store", async () => {
  const world = createWorld();
  const unproven = { ...world.store, capabilities: { ...world.store.capabilities, trusted: false } };
  const puts: string[] = [];
  const { clock } = world.process("a");
  const { createCoordinator } = await import("@fencepost/core");
  const store = {
    ...unproven,
    put: async (name: string) => {
      puts.push(name);
      throw new UnsupportedStoreError("no writes", {});
    },
  };
  const election = createCoordinator(store, { clock }).election(key);
  expect(await election.leader().catch(String)).toBeUndefined();
  const stop = new AbortController();
  const told = [];
  for await (const leader of election.observe({ signal: stop.signal })) {
    told.push(leader);
    stop.abort();
  }
  expect(told).toEqual([undefined]);
  expect(election.health()).toEqual({ state: "idle" });
  expect(puts).toEqual([]);
});

test("those with less priority leave what is free to those with more, and take it if nobody comes", async () => {
  const world = createWorld();
  const low = electionOf(world.process("low")).campaign({ value: "low", signal: never, priority: 5 });
  await world.advance(1_000);
  const high = electionOf(world.process("high")).campaign({ value: "high", signal: never });
  await world.advance(30_000);
  expect((await electionOf(world.process("o")).leader())?.value).toBe("high");
  await (await high).release();
  await world.advance(10_000);
  expect((await low).token).toBe((await high).token + 1);
});

test.each([
  [{ value: "a" }, TypeError, "needs a signal"],
  [{ value: "a", signal: never, waitMs: 1 }, TypeError, "waits until its signal aborts"],
  [{ value: "a", signal: never, term: "fixed" }, TypeError, "renews its term"],
  [{ value: "a", signal: never, priority: 11 }, RangeError, "from 0 to 10"],
  [{ value: "a", signal: never, rank: 1 }, TypeError, 'unknown lease option "rank"'],
])("a campaign with %o is refused", async (options, error, message) => {
  const { coordinator } = createWorld().process("a");
  const election = coordinator.election(key, { schema: text });
  await expect(election.campaign(options as never)).rejects.toThrow(message);
  await expect(election.campaign(options as never)).rejects.toThrow(error);
});

test("an election takes no option that it does not know", () => {
  const { coordinator } = createWorld().process("a");
  expect(() => coordinator.election(key, { schema: text, ttlMs: 1 } as never)).toThrow('option "ttlMs"');
});

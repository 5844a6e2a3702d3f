import type { Clock, Election, Leader } from "@fencepost/core";
import { createWorld, type SimulatedProcess, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { LeaderView } from "./leader-view.ts";

const key = "primary";
const schema = (input: unknown): string => String(input);
const { signal: never } = new AbortController();
const electionOf = ({ coordinator }: Pick<SimulatedProcess, "coordinator">): Election<string> =>
  coordinator.election(key, { schema });

interface Observing {
  readonly told: (string | undefined)[];
  readonly terms: number[];
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

function observe(process: Pick<SimulatedProcess, "coordinator">, pollMs?: number): Observing {
  const told: (string | undefined)[] = [];
  const terms: number[] = [];
  const stop = new AbortController();
  const follow = async (): Promise<string> => {
    for await (const leader of electionOf(process).observe({ signal: stop.signal, pollMs })) {
      told.push(leader?.value);
      if (leader) terms.push(leader.token);
    }
    return "ended";
  };
  return { told, terms, stop, ended: follow().catch((error: unknown) => error) };
}

const readsOf = (world: World): string[] =>
  world.events.flatMap((event) =>
    event.type === "store.request" && event.operation === "get" ? [event.outcome] : [],
  );

test("an observer is told who leads, each change of term and value, and when nobody does", async () => {
  const world = createWorld();
  const seen = observe(world.process("o"), 1_000);
  await world.advance(5_000);
  const a = await electionOf(world.process("a")).campaign({ value: "a", signal: never });
  // Heartbeats are no news.
  await world.advance(60_000);
  await a.proclaim("a, ready");
  await world.advance(5_000);
  await a.release();
  await world.advance(5_000);
  const b = await electionOf(world.process("b")).campaign({ value: "b", signal: never });
  await world.advance(5_000);
  expect(seen.told).toEqual([undefined, "a", "a, ready", undefined, "b"]);
  expect(seen.terms).toEqual([a.token, a.token, b.token]);
  seen.stop.abort();
  expect(await seen.ended).toBe("ended");
});

test("a leader that died is told as gone when it can be taken over, and not at the next poll only", async () => {
  const world = createWorld();
  const dead = world.process("a");
  await electionOf(dead).campaign({ value: "a", signal: never });
  dead.pause();
  const seen = observe(world.process("o"), 300_000);
  await world.advance(30_000);
  expect(seen.told).toEqual(["a"]);
  await world.advance(3_000);
  expect(seen.told).toEqual(["a", undefined]);
  expect(readsOf(world).slice(-2)).toEqual(["found", "found"]);
  seen.stop.abort();
});

test("where the store tells no time, a dead leader is told as gone once it was watched for its ttl", async () => {
  const world = createWorld();
  const dead = world.process("a");
  await electionOf(dead).campaign({ value: "a", signal: never });
  dead.pause();
  await world.advance(300_000);
  const seen = observe(world.process("o", { expiry: "observed" }), 300_000);
  await world.advance(29_000);
  expect(seen.told).toEqual(["a"]);
  await world.advance(2_000);
  expect(seen.told).toEqual(["a", undefined]);
  const reads = readsOf(world).length;
  // With nothing more to find out it polls as it was asked to.
  await world.advance(100_000);
  expect(readsOf(world).length).toBe(reads);
  seen.stop.abort();
});

test("a hundred observers in one process ask once, also when a leader may be dead", async () => {
  const world = createWorld();
  const dead = world.process("a");
  await electionOf(dead).campaign({ value: "a", signal: never });
  dead.pause();
  const process = world.process("o");
  const before = readsOf(world).length;
  const all = Array.from({ length: 100 }, () => observe(process, 20_000));
  await world.advance(40_000);
  expect(all.map(({ told }) => told)).toEqual(all.map(() => ["a", undefined]));
  expect(readsOf(world).length - before).toBeLessThan(8);
  for (const { stop } of all) stop.abort();
});

test("no pause between two looks is shorter than a timer can tell: it would be slept for ever", async () => {
  const world = createWorld();
  const clock: Clock = world.process("o").clock;
  const slept: number[] = [];
  const sleep: Clock["sleep"] = (ms, ...rest) => {
    slept.push(ms);
    return clock.sleep(ms, ...rest);
  };
  const { createCoordinator } = await import("@fencepost/core");
  const watched = { monotonicMs: () => clock.monotonicMs(), wallMs: () => clock.wallMs(), sleep };
  const seen = observe({ coordinator: createCoordinator(world.store, { clock: watched }) }, 1);
  await world.advance(100);
  seen.stop.abort();
  expect(slept.length).toBeGreaterThan(20);
  expect(Math.min(...slept)).toBe(1);
});

test("a store that is down is waited for, and the leader is told when it is back", async () => {
  const world = createWorld();
  await electionOf(world.process("a")).campaign({ value: "a", signal: never });
  const mend = world.fault("down");
  const seen = observe(world.process("o"), 1_000);
  await world.advance(20_000);
  expect(seen.told).toEqual([]);
  mend();
  await world.advance(60_000);
  expect(seen.told.at(-1)).toBe("a");
  seen.stop.abort();
});

test("an earlier term than one that was seen is not told, and that is reported once", async () => {
  const world = createWorld();
  const process = world.process("o");
  const a = await electionOf(world.process("a")).campaign({ value: "a", signal: never });
  const early = await world.store.get(`_fencepost/leases/${key}.json`, {});
  await a.release();
  const b = await electionOf(world.process("b")).campaign({ value: "b", signal: never });
  const election = electionOf(process);
  expect(await election.leader()).toMatchObject({ value: "b" });
  if (early.kind !== "found") throw new Error("it was there");
  // As a store that was restored from an older copy.
  const now = await world.store.get(`_fencepost/leases/${key}.json`, {});
  if (now.kind !== "found") throw new Error("it is there");
  await world.store.put(`_fencepost/leases/${key}.json`, early.body, { matches: now.version }, {});
  expect(await election.leader()).toMatchObject({ value: "b", token: b.token });
  const warnings = world.events.filter((event) => event.type === "store.warning");
  expect(warnings).toMatchObject([{ key, message: expect.stringContaining("tokenAbove") }]);
});

const leader = (token: number, renewals: number, state: "held" | "free" = "held") =>
  ({ token, renewals, state, holder: "a", ttlMs: 1, recent: [], value: `${token}.${renewals}` }) as never;
const shown = (value: unknown): unknown => (value as Leader<string> | undefined)?.value;

test("a view never goes back, in term or in writes", () => {
  const view = new LeaderView();
  expect(shown(view.see(leader(2, 3), true))).toBe("2.3");
  expect(shown(view.see(leader(1, 9), true))).toBe("2.3");
  expect(shown(view.see(leader(2, 2), true))).toBe("2.3");
  expect(shown(view.see(leader(2, 4), true))).toBe("2.4");
  expect(view.see(leader(2, 5, "free"), true)).toBeUndefined();
  expect(view.see(leader(2, 4), true)).toBeUndefined();
  expect(shown(view.see(leader(3, 0), true))).toBe("3.0");
});

test("a leader judged dead leads again only after two further writes, and a new term at once", () => {
  const view = new LeaderView();
  expect(view.see(leader(1, 4), false)).toBeUndefined();
  expect(view.see(leader(1, 4), true)).toBeUndefined();
  expect(view.see(leader(1, 5), true)).toBeUndefined();
  expect(shown(view.see(leader(1, 6), true))).toBe("1.6");
  expect(view.see(leader(1, 6), false)).toBeUndefined();
  expect(shown(view.see(leader(2, 0), true))).toBe("2.0");
});

test("where nothing stands nobody leads, and what came before is not forgotten", () => {
  const view = new LeaderView();
  view.see(leader(5, 0), true);
  expect(view.see(undefined, false)).toBeUndefined();
  expect(view.see(leader(4, 0), true)).toBeUndefined();
  expect(shown(view.see(leader(6, 0), true))).toBe("6.0");
});

import { MisconfiguredError, memoryStore, type Snapshot } from "@fencepost/core";
import { createWorld, type SimulatedProcess, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { type Count, increment, schema } from "../../../test/counting.ts";
import { others, overwrite } from "../../../test/scripted-store.ts";

/** What a watcher was given, and how it ended. */
interface Watching {
  readonly values: (number | undefined)[];
  readonly ended: Promise<unknown>;
  readonly stop: AbortController;
}

function watch(process: SimulatedProcess, pollMs?: number): Watching {
  const values: (number | undefined)[] = [];
  const stop = new AbortController();
  const follow = async (): Promise<string> => {
    const document = process.coordinator.document("d", { schema });
    for await (const { value } of document.watch({ signal: stop.signal, pollMs })) values.push(value?.n);
    return "ended";
  };
  const ended = follow().catch((error: unknown) => error);
  return { values, ended, stop };
}

const set = (world: World, n: number): Promise<void> => overwrite(world.store, "d", JSON.stringify({ n }));
const requestsOf = (world: World): string[] =>
  world.events.flatMap((event) => (event.type === "store.request" ? [event.outcome] : []));

test("a watcher is given the value now, then the newest at each change; it may skip some", async () => {
  const world = createWorld();
  const { values, stop } = watch(world.process("a"));
  await world.advance(1);
  expect(values).toEqual([undefined]);
  await set(world, 1);
  await set(world, 2);
  await world.advance(8_000);
  await set(world, 3);
  await world.advance(8_000);
  expect(values).toEqual([undefined, 2, 3]);
  stop.abort();
});

test("what has not changed is not sent again, and reads come every five seconds, more or less", async () => {
  const world = createWorld();
  await set(world, 1);
  const { values, stop } = watch(world.process("a"));
  await world.advance(100_000);
  expect(values).toEqual([1]);
  const [first, ...later] = requestsOf(world);
  expect(first).toBe("found");
  expect(new Set(later)).toEqual(new Set(["unchanged"]));
  expect(later.length).toBeGreaterThan(12);
  expect(later.length).toBeLessThan(41);
  stop.abort();
});

test("a hundred watchers of one document ask once, at the least of their intervals", async () => {
  const world = createWorld();
  await set(world, 1);
  const process = world.process("a");
  const watchers = Array.from({ length: 100 }, (_, at) => watch(process, at === 50 ? 10_000 : 60_000));
  await world.advance(100_000);
  await set(world, 2);
  await world.advance(20_000);
  expect(watchers.map(({ values }) => values)).toEqual(watchers.map(() => [1, 2]));
  expect(requestsOf(world).length).toBeLessThan(30);
  for (const { stop } of watchers) stop.abort();
});

test("a watcher that comes later is given what stands there then, not what was read last", async () => {
  const world = createWorld();
  const process = world.process("a");
  const early = watch(process, 60_000);
  await world.advance(1_000);
  await set(world, 1);
  const late = watch(process, 60_000);
  await world.advance(1);
  expect([early.values, late.values]).toEqual([[undefined, 1], [1]]);
  early.stop.abort();
  late.stop.abort();
});

test("it ends on abort, and nothing is left behind: no request, no listener that waits", async () => {
  const world = createWorld();
  const { ended, stop } = watch(world.process("a"));
  await world.advance(20_000);
  stop.abort(new Error("enough"));
  expect(await ended).toBe("ended");
  const asked = requestsOf(world).length;
  await world.advance(300_000);
  expect(requestsOf(world)).toHaveLength(asked);
});

test("a consumer that leaves, or that waits for nothing, asks for nothing", async () => {
  const world = createWorld();
  await set(world, 1);
  const document = world.process("a").coordinator.document("d", { schema });
  for await (const _ of document.watch()) break;
  const forgotten = document.watch()[Symbol.asyncIterator]();
  expect((await forgotten.next()).value).toMatchObject({ value: { n: 1 } });
  const asked = requestsOf(world).length;
  await world.advance(300_000);
  expect(requestsOf(world)).toHaveLength(asked);
});

test("while the store is down it is asked ever more seldom, which is said once, and news come when it is back", async () => {
  const world = createWorld();
  await set(world, 1);
  const { values, stop } = watch(world.process("a"), 2_000);
  await world.advance(10_000);
  const before = requestsOf(world).length;
  const repair = world.fault("down");
  await world.advance(600_000);
  const whileDown = requestsOf(world).length - before;
  expect(whileDown).toBeGreaterThan(10);
  expect(whileDown).toBeLessThan(75);
  await set(world, 2);
  repair();
  await world.advance(120_000);
  expect(values).toEqual([1, 2]);
  const said = world.events.flatMap((event) => (event.type === "store.warning" ? [event.message] : []));
  expect(said).toEqual([
    expect.stringContaining("ever more seldom"),
    expect.stringContaining("answers again"),
  ]);
  stop.abort();
});

test("what will not pass by itself ends it with its error", async () => {
  const store = {
    ...memoryStore(),
    get: async () => {
      throw new MisconfiguredError("403", {});
    },
  };
  const [first] = [others(store).document("d").watch()[Symbol.asyncIterator]()];
  await expect(first?.next()).rejects.toMatchObject({ code: "misconfigured" });
  const garbled = memoryStore();
  await overwrite(garbled, "d", "{");
  const next = others(garbled).document("d").watch()[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ code: "bad-record" });
});

test("a fenced document is watched like any other, its fence stripped", async () => {
  const world = createWorld();
  const process = world.process("a");
  const document = process.coordinator.document("d", { schema });
  const lease = await process.coordinator.acquire("d");
  const fenced = await document.fence(lease);
  const seen: Snapshot<Count | undefined>[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const snapshot of document.watch({ signal: stop.signal, pollMs: 1_000 })) seen.push(snapshot);
  })();
  await world.advance(10);
  await fenced.update(increment);
  await world.advance(2_000);
  stop.abort();
  await following;
  expect(seen).toMatchObject([
    { value: undefined, token: lease.token },
    { value: { n: 1 }, token: lease.token },
  ]);
});

test("an interval that is none is named at once", () => {
  const document = others(memoryStore()).document("d");
  expect(() => document.watch({ pollMs: 0 })).toThrow(RangeError);
  expect(() => document.watch({ pollMs: "5s" as never })).toThrow(TypeError);
});

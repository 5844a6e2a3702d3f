import { ContendedError, createCoordinator, LeaseLostError, UnavailableError } from "@fencepost/core";
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const requestsOf = (world: World): string[] =>
  world.events.flatMap((event) =>
    event.type === "store.request" ? [`${event.operation} ${event.key}`] : [],
  );
const stateOf = async (world: World, key: string): Promise<string> =>
  (await world.process("witness").coordinator.inspect(key)).state;

test("several keys are taken in the order of their names, with the requests of each", async () => {
  const world = createWorld();
  const held = await world.process("a").coordinator.acquireAll(["b", "a/c", "ab"]);
  expect(held.keys).toEqual(["a/c", "ab", "b"]);
  expect(requestsOf(world)).toEqual(["get a/c", "put a/c", "get ab", "put ab", "get b", "put b"]);
  const before = requestsOf(world).length;
  expect([...(await held.release())]).toEqual([
    ["a/c", "released"],
    ["ab", "released"],
    ["b", "released"],
  ]);
  expect(requestsOf(world).slice(before)).toEqual(["put b", "put ab", "put a/c"]);
  await held.release();
  expect(requestsOf(world)).toHaveLength(before + 3);
});

test("two who want the same keys in opposite order both come to an end", async () => {
  const world = createWorld();
  const ended: string[] = [];
  for (const [name, keys] of [
    ["a", ["x", "y"]],
    ["b", ["y", "x"]],
  ] as const) {
    const process = world.process(name);
    void process.coordinator.acquireAll(keys, { waitMs: 60_000 }).then((held) =>
      held.run(async () => {
        await process.clock.sleep(5_000);
        ended.push(name);
      }),
    );
  }
  await world.advance(60_000);
  expect(ended.toSorted()).toEqual(["a", "b"]);
});

test("what cannot be had in time is named, and what was taken is given back", async () => {
  const world = createWorld();
  await world.process("b").coordinator.acquire("y");
  const waiting = caught(world.process("a").coordinator.acquireAll(["x", "y"], { waitMs: 10_000 }));
  await world.advance(5_000);
  expect(await stateOf(world, "x")).toBe("held");
  await world.advance(10_000);
  const error = await waiting;
  expect(error).toBeInstanceOf(ContendedError);
  expect(error).toMatchObject({ key: "y", holder: "b" });
  expect(await stateOf(world, "x")).toBe("free");
});

test("who aborts leaves nothing behind", async () => {
  const world = createWorld();
  await world.process("b").coordinator.acquire("y");
  const stop = new AbortController();
  const options = { waitMs: 60_000, signal: stop.signal };
  const waiting = caught(world.process("a").coordinator.acquireAll(["x", "y"], options));
  await world.advance(5_000);
  stop.abort("enough");
  expect(await waiting).toBe("enough");
  await world.advance(1_000);
  expect(await stateOf(world, "x")).toBe("free");
});

test("one that is lost while another is waited for ends the wait", async () => {
  const world = createWorld();
  const b = world.process("b");
  await b.coordinator.acquire("y");
  const waiting = caught(world.process("a").coordinator.acquireAll(["x", "y"], { waitMs: 10 * 60_000 }));
  await world.advance(1_000);
  const status = await b.coordinator.inspect("x");
  if (status.state !== "held") throw new Error("it is held");
  await b.coordinator.forceRelease("x", status.token, { why: "stuck", now: true });
  await world.advance(15_000);
  const error = await Promise.race([waiting, "it waits on"]);
  expect(error).toBeInstanceOf(UnavailableError);
  expect(error).toMatchObject({ key: "x", cause: { code: "lease-lost", reason: "released" } });
});

test("one that lapsed while the last was asked for is noticed before anything runs, even if no timer has told", async () => {
  const world = createWorld();
  const { store, clock } = world.process("a");
  const b = await world.process("b").coordinator.acquire("y");
  const coordinator = createCoordinator(
    {
      ...store,
      async put(name, body, condition, options) {
        const answer = await store.put(name, body, condition, options);
        // The machine slept meanwhile: x cannot be trusted any more, and y still can.
        if (name.endsWith("y.json")) clock.stepWall(15_000);
        return answer;
      },
    },
    { clock },
  );
  const fixed = { term: "fixed", workTimeoutMs: 20_000, waitMs: 60_000 } as const;
  const waiting = caught(coordinator.acquireAll(["x", "y"], fixed));
  await world.advance(10_000);
  await b.release();
  await world.advance(3_000);
  expect(await waiting).toMatchObject({ code: "unavailable", key: "x" });
});

test("the loss of one is that of all: the work is told, and the others are released with it", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const held = await a.coordinator.acquireAll(["x", "y"]);
  const running = caught(
    held.run(async ({ signal }) => {
      await a.clock.sleep(60_000, signal).catch(() => {});
      return held.of("x").signal.aborted;
    }),
  );
  await b.coordinator.forceRelease("y", held.of("y").token, { why: "stuck", now: true });
  await world.advance(11_000);
  const error = await Promise.race([running, "nobody was told"]);
  expect(error).toBeInstanceOf(LeaseLostError);
  expect(error).toMatchObject({ key: "y", reason: "released", work: { state: "returned", value: true } });
  expect([...(await held.release())]).toEqual([
    ["x", "released"],
    ["y", "lapsed"],
  ]);
  expect(() => held.of("x").throwIfLost()).toThrow(LeaseLostError);
});

test("work that goes on after the loss of one keeps the others from nobody for ever", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const held = await a.coordinator.acquireAll(["x", "y"]);
  const running = caught(held.run(() => new Promise(() => {})));
  await b.coordinator.forceRelease("y", held.of("y").token, { why: "stuck", now: true });
  await world.advance(15_000);
  const told = await Promise.race([running, "nobody was told"]);
  expect(told).toMatchObject({ key: "y", work: { state: "running" } });
  // Neither freed under the work that goes on, nor renewed.
  expect(await stateOf(world, "x")).toBe("held");
  await world.advance(30_000);
  expect(await stateOf(world, "x")).toBe("expired");
});

test("a lapse that nobody asked about is thrown at the end of a scope", async () => {
  const world = createWorld();
  const a = world.process("a");
  const held = await a.coordinator.acquireAll(["x"]);
  a.pause();
  await world.advance(60_000);
  a.resume();
  await expect(held[Symbol.asyncDispose]()).rejects.toThrow(LeaseLostError);
  const quiet = await a.coordinator.acquireAll(["x"]);
  await quiet[Symbol.asyncDispose]();
  expect(await stateOf(world, "x")).toBe("free");
});

test("each key fences what it guards, and is released with the others only", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const held = await coordinator.acquireAll(["x", "y"]);
  const document = await coordinator.document("d").fence(held.of("y"));
  await document.write({ n: 1 });
  expect(await coordinator.document("d").read()).toMatchObject({
    value: { n: 1 },
    token: held.of("y").token,
  });
  await expect(held.of("x").release()).rejects.toThrow("ends with them");
  expect(() => held.of("z")).toThrow("none of the keys");
  await held.release();
  await expect(document.write({ n: 2 })).rejects.toThrow(LeaseLostError);
  await expect(held.run(() => {})).rejects.toThrow(LeaseLostError);
});

test.each([
  [[], {}, "at least one"],
  ["x", {}, "as a list"],
  [["x", "y", "x"], {}, '"x" is given twice'],
  [["x", ""], {}, "is empty"],
  [["x"], { tokenAbove: 3 }, "no meaning for several leases"],
  [["x"], { wait: 3 }, 'unknown lease option "wait"'],
])("acquireAll of %o with %o is refused", async (keys, options, message) => {
  const { coordinator } = createWorld().process("a");
  await expect(coordinator.acquireAll(keys as string[], options as never)).rejects.toThrow(message);
  await expect(coordinator.acquireAll(keys as string[], options as never)).rejects.toThrow(TypeError);
});

/** Doing something at most once (coordination, section A), in a world where time is virtual. */
import { createWorld, type World } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { recorded, requests, settledWith } from "../../../test/claims.ts";
import { NotDoneError } from "../../base/errors.ts";
import type { FencingToken } from "../../base/token.ts";

const schema = (input: unknown): { id: string } => {
  if (typeof (input as { id?: unknown } | null)?.id !== "string") throw new TypeError("id is missing");
  return { id: (input as { id: string }).id };
};

function unreadable(): never {
  throw new Error("unreadable");
}

test("whoever comes first does it, and whoever comes later is given what was recorded", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  let times = 0;
  const work = async () => ({ id: `receipt ${++times}` });
  expect(await a.coordinator.once("pay/1", { schema }).run(work)).toEqual({
    ran: true,
    value: { id: "receipt 1" },
  });
  expect(await b.coordinator.once("pay/1", { schema }).run(work)).toEqual({
    ran: false,
    value: { id: "receipt 1" },
  });
  expect(times).toBe(1);
});

test("the request budget: 3 for whoever does it, 1 for whoever comes later, 2 for a verdict", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  await coordinator.once("x", { schema }).run(async () => ({ id: "1" }));
  expect(requests(world)).toEqual(["get", "put", "put"]);
  await world
    .process("b")
    .coordinator.once("x", { schema })
    .run(async () => ({ id: "2" }));
  expect(requests(world)).toEqual(["get", "put", "put", "get"]);
  await settledWith(coordinator.once("y").run(async () => Promise.reject(new Error("no"))));
  const before = requests(world).length;
  const token = (await recorded(world, "y")).token as FencingToken;
  await coordinator.once("y").resolve(token, { happened: true, value: undefined });
  expect(requests(world).slice(before)).toEqual(["get", "put"]);
});

test("an intent without a schema records that it was done, and nothing of what the work returned", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  await coordinator.once("welcome/42").run(async () => {});
  expect(await recorded(world, "welcome/42")).not.toHaveProperty("result");
  expect(await coordinator.once("welcome/42").inspect()).toMatchObject({ state: "done", holder: "a" });
});

test("the work is renewed while it runs, and does not have to hurry", async () => {
  const world = createWorld();
  const { coordinator, clock } = world.process("a");
  const running = coordinator.once("x").run(() => clock.sleep(120_000));
  await world.advance(60_000);
  const other = world.process("b").coordinator.once("x");
  expect(await settledWith(other.run(async () => {}))).toMatchObject({ code: "contended", holder: "a" });
  expect(await other.inspect()).toMatchObject({ state: "pending", holder: "a" });
  await world.advance(60_000);
  expect(await running).toEqual({ ran: true, value: undefined });
  expect((await recorded(world, "x")).renewals).toBeGreaterThan(10);
});

test("who waits is given the result of whoever is at it, and does nothing", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const running = a.coordinator
    .once("x", { schema })
    .run(() => a.clock.sleep(5_000).then(() => ({ id: "a" })));
  await world.advance(100);
  const waiting = b.coordinator.once("x", { schema }).run({ waitMs: 60_000 }, async () => ({ id: "b" }));
  await world.advance(10_000);
  expect(await running).toEqual({ ran: true, value: { id: "a" } });
  expect(await waiting).toEqual({ ran: false, value: { id: "a" } });
});

describe("work that throws", () => {
  test("leaves it unknown at once, for its caller and for whoever comes later: nobody waits for the ttl", async () => {
    const world = createWorld();
    const [a, b] = [world.process("a"), world.process("b")];
    const cause = new Error("connection reset");
    const thrown = await settledWith(a.coordinator.once("x").run(async () => Promise.reject(cause)));
    expect(thrown).toMatchObject({ code: "unknown-outcome", key: "x", holder: "a", cause });
    expect(await b.coordinator.once("x").inspect()).toMatchObject({
      state: "abandoned",
      error: "connection reset",
    });
    const later = await settledWith(b.coordinator.once("x").run({ waitMs: 60_000 }, async () => {}));
    expect(later).toMatchObject({ code: "unknown-outcome", holder: "a" });
    expect(later).toMatchObject({ message: expect.stringContaining("threw: connection reset") });
  });

  test.each([
    ["nothing that has a text", Object.create(null)],
    ["an error whose message is none", Object.assign(new Error(), { message: 42 })],
    ["an error that cannot be read", Object.defineProperty(new Error(), "message", { get: unreadable })],
    ["a symbol", Symbol("no")],
    ["undefined", undefined],
  ])("leaves it unknown whatever it throws, such as %s, and does not go on renewing", async (_, thrown) => {
    const world = createWorld();
    const { coordinator } = world.process("a");
    const outcome = await settledWith(coordinator.once("x").run(async () => Promise.reject(thrown)));
    expect(outcome).toMatchObject({ code: "unknown-outcome" });
    await world.advance(60_000);
    expect(await recorded(world, "x")).toMatchObject({ stopped: true, renewals: 1 });
  });

  test("a NotDoneError opens the intent for the next one, and reaches its caller as it is", async () => {
    const world = createWorld();
    const { coordinator } = world.process("a");
    const cause = new NotDoneError("nothing to pay");
    expect(await settledWith(coordinator.once("x").run(async () => Promise.reject(cause)))).toBe(cause);
    expect(await recorded(world, "x")).toMatchObject({ state: "open", token: 1 });
    expect(await coordinator.once("x").inspect()).toEqual({ state: "absent" });
    expect(await coordinator.once("x").run(async () => {})).toMatchObject({ ran: true });
    expect(await recorded(world, "x")).toMatchObject({ state: "done", token: 2 });
  });

  test("a result that its schema refuses, or that is too large, is not recorded: a person has to say", async () => {
    const world = createWorld();
    const { coordinator } = world.process("a");
    const refused = await settledWith(
      coordinator.once("x", { schema }).run(async () => ({}) as { id: string }),
    );
    expect(refused).toMatchObject({
      code: "unknown-outcome",
      message: expect.stringContaining("id is missing"),
    });
    const large = async () => ({ id: "x".repeat(70_000) });
    expect(await settledWith(coordinator.once("y", { schema }).run(large))).toMatchObject({
      code: "unknown-outcome",
      message: expect.stringContaining("65536"),
    });
    expect(await recorded(world, "y")).toMatchObject({ state: "pending", stopped: true });
  });
});

describe("an attempt that was abandoned", () => {
  async function abandoned(): Promise<{ world: World; token: FencingToken }> {
    const world = createWorld();
    const a = world.process("a");
    void settledWith(a.coordinator.once("x", { schema }).run(() => new Promise<never>(() => {})));
    await world.advance(100);
    a.pause();
    await world.advance(40_000);
    return { world, token: (await recorded(world, "x")).token as FencingToken };
  }

  test("is unknown to whoever comes later, and nothing runs a second time by itself", async () => {
    const { world, token } = await abandoned();
    const { coordinator } = world.process("b");
    let ran = false;
    const outcome = await settledWith(
      coordinator.once("x", { schema }).run(async () => {
        ran = true;
        return { id: "b" };
      }),
    );
    expect(outcome).toMatchObject({ code: "unknown-outcome", token, holder: "a" });
    expect(ran).toBe(false);
  });

  test("runs again where the caller has said so: at least once, with a new attempt and a larger token", async () => {
    const { world, token } = await abandoned();
    const before = await recorded(world, "x");
    const again = world.process("b").coordinator.once("x", { schema, whenAbandoned: "rerun" });
    expect(await again.run(async () => ({ id: "b" }))).toEqual({ ran: true, value: { id: "b" } });
    const after = await recorded(world, "x");
    expect(after).toMatchObject({ state: "done", token: token + 1 });
    expect(after.attempt).not.toBe(before.attempt);
  });

  test("is done by a verdict, which says who gave it", async () => {
    const { world, token } = await abandoned();
    const intent = world.process("b").coordinator.once("x", { schema });
    await intent.resolve(token, { happened: true, value: { id: "found" } });
    expect(await intent.run(async () => ({ id: "b" }))).toEqual({ ran: false, value: { id: "found" } });
    expect(await intent.inspect()).toMatchObject({ state: "done", holder: "a", resolvedBy: "b" });
  });

  test("is open again by a verdict", async () => {
    const { world, token } = await abandoned();
    const intent = world.process("b").coordinator.once("x", { schema });
    await intent.resolve(token, { happened: false });
    expect(await intent.run(async () => ({ id: "b" }))).toMatchObject({ ran: true });
  });

  test("a second verdict that agrees changes nothing, and one that does not is refused", async () => {
    const { world, token } = await abandoned();
    const intent = world.process("b").coordinator.once("x", { schema });
    const found = { happened: true, value: { id: "found" } } as const;
    await intent.resolve(token, found);
    const { renewals } = await recorded(world, "x");
    await intent.resolve(token, found);
    expect((await recorded(world, "x")).renewals).toBe(renewals);
    expect(await settledWith(intent.resolve(token, { happened: false }))).toMatchObject({ code: "conflict" });
  });

  test("a verdict is on the attempt that was looked at, and on no other", async () => {
    const { world, token } = await abandoned();
    const intent = world.process("b").coordinator.once("x", { schema, whenAbandoned: "rerun" });
    await settledWith(intent.run(async () => Promise.reject(new Error("no"))));
    expect(await settledWith(intent.resolve(token, { happened: false }))).toMatchObject({ code: "conflict" });
    expect(await recorded(world, "x")).toMatchObject({ state: "pending", token: token + 1 });
  });
});

test("an attempt has a token above the one that is asked for: documents may have seen it before a claim was lost", async () => {
  const { coordinator } = createWorld().process("a");
  const tokenAbove = 1_000 as FencingToken;
  await coordinator.once("x").run({ tokenAbove }, async ({ token }) => expect(token).toBe(1_001));
  const again = coordinator.once("y");
  await settledWith(again.run({ tokenAbove }, async () => Promise.reject(new NotDoneError("no"))));
  await again.run({ tokenAbove: 7 as FencingToken }, async ({ token }) => expect(token).toBe(1_002));
});

test("a live attempt cannot be resolved", async () => {
  const world = createWorld();
  const { coordinator, clock } = world.process("a");
  const running = coordinator.once("x").run(() => clock.sleep(1_000));
  await world.advance(100);
  const { token } = await recorded(world, "x");
  const verdict = world.process("b").coordinator.once("x").resolve(token, { happened: false });
  expect(await settledWith(verdict)).toMatchObject({ code: "contended", holder: "a" });
  await world.advance(2_000);
  expect(await running).toMatchObject({ ran: true });
});

test("wrong arguments are named: a key, an option, a schema, a work that is none", async () => {
  const { coordinator } = createWorld().process("a");
  expect(() => coordinator.once("_fencepost/x")).toThrow("must not start with _fencepost/");
  expect(() => coordinator.once("x", { whenAbandond: "rerun" } as never)).toThrow("whenAbandond");
  expect(() => coordinator.once("x", { whenAbandoned: "again" } as never)).toThrow('"fail" or "rerun"');
  expect(() => coordinator.once("x", { schema: 7 } as never)).toThrow("schema");
  await expect(coordinator.once("x").run({} as never)).rejects.toThrow("a function");
  await expect(coordinator.once("x").run({ note: "why" }, async () => {})).rejects.toThrow("note");
});

test("a claim that this version cannot read is reported, and never run over", async () => {
  const world = createWorld();
  await world.store.put("_fencepost/claims/x.json", new TextEncoder().encode("{}"), "absent", {});
  const run = world
    .process("a")
    .coordinator.once("x")
    .run(async () => {});
  expect(await settledWith(run)).toMatchObject({ code: "bad-record" });
});

/** What becomes of a result that comes late, or of which the store is silent (coordination, section A). */
import { createWorld } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { recorded, settledWith } from "../../../test/claims.ts";
import { MisconfiguredError, NotDoneError } from "../../base/errors.ts";
import { type Coordinator, createCoordinator } from "../../coordinator.ts";

const schema = (input: unknown): string => input as string;

describe("a true result", () => {
  test("whose record is not answered is settled", async () => {
    const world = createWorld();
    const { coordinator, clock } = world.process("a");
    const running = settledWith(
      coordinator.once("x", { schema }).run(() => clock.sleep(1_000).then(() => "done")),
    );
    await world.advance(500);
    const heard = world.fault("lose-answers");
    await world.advance(2_000);
    heard();
    await world.advance(10_000);
    expect(await running).toEqual({ ran: true, value: "done" });
  });

  test("is recorded although the window has closed, if nobody has taken over", async () => {
    const world = createWorld();
    const a = world.process("a");
    const running = settledWith(
      a.coordinator.once("x", { schema }).run(() => a.clock.sleep(5_000).then(() => "late")),
    );
    await world.advance(1_000);
    a.pause();
    await world.advance(120_000);
    a.resume();
    await world.advance(1_000);
    expect(await running).toEqual({ ran: true, value: "late" });
    expect(await recorded(world, "x")).toMatchObject({ state: "done", result: "late" });
  });

  test("is written over our own renewal, of which nobody knew that it had landed", async () => {
    const world = createWorld();
    const { coordinator, clock } = world.process("a");
    const running = settledWith(
      coordinator.once("x", { schema }).run(() => clock.sleep(26_500).then(() => "late")),
    );
    await world.advance(1_000);
    const heard = world.fault("lose-answers");
    await world.advance(26_000);
    heard();
    await world.advance(10_000);
    expect(await recorded(world, "x")).toMatchObject({ state: "done", result: "late", renewals: 2 });
    expect(await running).toEqual({ ran: true, value: "late" });
  });

  test("does not replace what another attempt has recorded: its caller learns that it was done twice", async () => {
    const world = createWorld();
    const a = world.process("a");
    const first = settledWith(
      a.coordinator.once("x", { schema }).run(() => a.clock.sleep(5_000).then(() => "a")),
    );
    await world.advance(1_000);
    a.pause();
    await world.advance(60_000);
    await world
      .process("b")
      .coordinator.once("x", { schema, whenAbandoned: "rerun" })
      .run(async () => "b");
    a.resume();
    await world.advance(1_000);
    expect(await first).toMatchObject({
      code: "lease-lost",
      reason: "superseded",
      successor: { holder: "b" },
      work: { state: "returned", value: "a" },
    });
    expect(await recorded(world, "x")).toMatchObject({ result: "b" });
  });

  test("does not replace another attempt that is under way", async () => {
    const world = createWorld();
    const [a, b] = [world.process("a"), world.process("b")];
    const first = settledWith(
      a.coordinator.once("x", { schema }).run(() => a.clock.sleep(5_000).then(() => "a")),
    );
    await world.advance(1_000);
    a.pause();
    await world.advance(60_000);
    const second = settledWith(
      b.coordinator
        .once("x", { schema, whenAbandoned: "rerun" })
        .run(() => b.clock.sleep(5_000).then(() => "b")),
    );
    await world.advance(1_000);
    a.resume();
    await world.advance(1_000);
    expect(await recorded(world, "x")).toMatchObject({ state: "pending", holder: "b" });
    expect(await first).toMatchObject({ code: "lease-lost", reason: "superseded" });
    await world.advance(5_000);
    expect(await second).toEqual({ ran: true, value: "b" });
  });

  test("does not replace a verdict that was given meanwhile", async () => {
    const world = createWorld();
    const a = world.process("a");
    const first = settledWith(
      a.coordinator.once("x", { schema }).run(() => a.clock.sleep(5_000).then(() => "a")),
    );
    await world.advance(1_000);
    a.pause();
    await world.advance(60_000);
    const { token } = await recorded(world, "x");
    await world.process("b").coordinator.once("x", { schema }).resolve(token, { happened: false });
    a.resume();
    await world.advance(1_000);
    expect(await first).toMatchObject({ code: "lease-lost", reason: "superseded" });
    expect(await recorded(world, "x")).toMatchObject({ state: "open", resolvedBy: "b" });
  });

  test("of work that ignores the end of its time is recorded when it comes; its caller is told before", async () => {
    const world = createWorld();
    const { coordinator, clock } = world.process("a");
    const running = settledWith(
      coordinator
        .once("x", { schema })
        .run({ workTimeoutMs: 1_000 }, () => clock.sleep(20_000).then(() => "late")),
    );
    await world.advance(10_000);
    expect(await running).toMatchObject({
      code: "unknown-outcome",
      cause: { code: "lease-lost", reason: "timeout" },
    });
    expect(await recorded(world, "x")).toMatchObject({ state: "pending" });
    await world.advance(20_000);
    expect(await recorded(world, "x")).toMatchObject({ state: "done", result: "late" });
  });

  test("that the store is silent about is said to be unknown, within a bounded time", async () => {
    const world = createWorld();
    const { coordinator, clock } = world.process("a");
    const running = settledWith(
      coordinator.once("x", { schema }).run(() => clock.sleep(1_000).then(() => "done")),
    );
    await world.advance(500);
    world.fault("down");
    await world.advance(60_000);
    expect(await running).toMatchObject({
      code: "unknown-outcome",
      message: expect.stringContaining("the work returned"),
    });
  });
});

describe("work that has run is never said to be a mistake in the set-up, when the store refuses what came of it:", () => {
  /** From the moment the work begins the store takes no write. */
  function deniedLater(): { coordinator: Coordinator; deny: () => void } {
    const world = createWorld();
    let denied = false;
    const store: typeof world.store = {
      ...world.store,
      async put(...write) {
        if (denied) throw new MisconfiguredError("403", { denied: true });
        return world.store.put(...write);
      },
    };
    const { clock } = world.process("a");
    const deny = (): void => {
      denied = true;
    };
    return { coordinator: createCoordinator(store, { clock }), deny };
  }

  test("what it returned is unknown", async () => {
    const { coordinator, deny } = deniedLater();
    const outcome = settledWith(coordinator.once("x").run(async () => deny()));
    expect(await outcome).toMatchObject({ code: "unknown-outcome", cause: { code: "misconfigured" } });
  });

  test("what it threw is told", async () => {
    const { coordinator, deny } = deniedLater();
    const cause = new Error("declined");
    const work = async () => {
      deny();
      throw cause;
    };
    const outcome = settledWith(coordinator.once("x").run(work));
    expect(await outcome).toMatchObject({ code: "unknown-outcome", cause });
  });

  test("that it was not done is told", async () => {
    const { coordinator, deny } = deniedLater();
    const cause = new NotDoneError("declined");
    const work = async () => {
      deny();
      throw cause;
    };
    expect(await settledWith(coordinator.once("x").run(work))).toBe(cause);
  });
});

test("a schema that never answers has no more time than the work", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const slow = (() => new Promise<never>(() => {})) as unknown as (input: unknown) => string;
  const running = settledWith(
    coordinator.once("x", { schema: slow }).run({ workTimeoutMs: 1_000 }, async () => "done"),
  );
  await world.advance(10_000);
  expect(await running).toMatchObject({ code: "unknown-outcome", cause: { reason: "timeout" } });
});

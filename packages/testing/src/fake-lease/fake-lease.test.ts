import { type Clock, isCoordinationError, type Lease, LeaseLostError } from "@fencepost/core";
import { expect, expectTypeOf, test } from "vitest";
import { createWorld } from "../world/world.ts";
import { type FakeLease, fakeLease } from "./fake-lease.ts";

/** A lease to call, a clock, and a way to take it away. */
interface Subject {
  readonly lease: Lease;
  readonly clock: Clock;
  /** As if this process had stood still for a minute. */
  freeze(): Promise<void>;
  advance(ms: number): Promise<void>;
}

const key = "x";
const holder = "a";

async function realSubject(workTimeoutMs: number | undefined): Promise<Subject> {
  const world = createWorld();
  const process = world.process(holder);
  const lease = await process.coordinator.acquire(key, { workTimeoutMs });
  return {
    lease,
    clock: process.clock,
    advance: (ms) => world.advance(ms),
    async freeze() {
      process.pause();
      await world.advance(60_000);
      process.resume();
      await world.advance(0);
    },
  };
}

async function fakeSubject(workTimeoutMs: number | undefined): Promise<Subject> {
  const world = createWorld();
  const { clock } = world.process(holder);
  const lease = fakeLease({ key, holder, clock, workTimeoutMs });
  return {
    lease,
    clock,
    advance: (ms) => world.advance(ms),
    async freeze() {
      lease.lose("frozen");
      await world.advance(0);
    },
  };
}

const wasThrown = async (call: () => unknown): Promise<unknown> => {
  try {
    return { answer: await call() };
  } catch (error) {
    if (isCoordinationError(error, "lease-lost")) {
      const { code, name, reason, token, work } = error;
      return { code, name, reason, token, work, key: error.key };
    }
    return error instanceof Error ? error.name : error;
  }
};
const looks = async (lease: Lease): Promise<unknown> => ({
  key: lease.key,
  holder: lease.holder,
  token: lease.token,
  guarded: lease.guarded,
  remainingMs: Math.round(lease.remainingMs()),
  aborted: lease.signal.aborted,
  reason: lease.signal.aborted && (await wasThrown(() => Promise.reject(lease.signal.reason))),
  isLost: await wasThrown(() => lease.throwIfLost()),
});
const untilAborted = ({ signal }: Lease): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

const scenarios: Readonly<Record<string, (subject: Subject) => Promise<unknown>>> = {
  "is held": ({ lease }) => looks(lease),
  "is released, and released again": async ({ lease }) => [
    await lease.release(),
    await lease.release(),
    await looks(lease),
  ],
  "is lost, and released": async ({ lease, freeze }) => {
    await freeze();
    return [await looks(lease), await lease.release(), await looks(lease)];
  },
  "runs work that returns": async ({ lease }) => [
    await lease.run((held) => [held === lease, held.token]),
    await looks(lease),
    await wasThrown(() => lease.run(() => "again")),
  ],
  "runs work that throws": async ({ lease }) => [
    await wasThrown(() => lease.run(() => Promise.reject(new RangeError("mine")))),
    await looks(lease),
  ],
  "runs work that throws at once": async ({ lease }) =>
    wasThrown(() =>
      lease.run(() => {
        throw new RangeError("mine");
      }),
    ),
  "is asked to run twice at once": async ({ lease, clock, advance }) => {
    const first = lease.run(() => clock.sleep(1_000).then(() => "first"));
    const second = await wasThrown(() => lease.run(() => "second"));
    await advance(1_000);
    return [await first, second];
  },
  "is released while it runs": async ({ lease }) => [
    await wasThrown(() => lease.run(() => lease.release())),
    await looks(lease),
  ],
  "is lost while its work goes on and then returns": async ({ lease, freeze }) => {
    const running = wasThrown(() => lease.run((held) => untilAborted(held).then(() => "value")));
    await freeze();
    return [await running, await looks(lease), await wasThrown(() => lease[Symbol.asyncDispose]())];
  },
  "is lost while its work goes on and then throws": async ({ lease, freeze }) => {
    const running = wasThrown(() =>
      lease.run((held) => untilAborted(held).then(() => Promise.reject("error"))),
    );
    await freeze();
    return running;
  },
  "is lost, and its work never ends": async ({ lease, freeze, advance }) => {
    const running = wasThrown(() => lease.run(() => new Promise(() => {})));
    await freeze();
    await advance(2_999);
    const early = await Promise.race([running, "not yet"]);
    await advance(1);
    return [early, await running, await wasThrown(() => lease[Symbol.asyncDispose]())];
  },
  "is lost before it runs": async ({ lease, freeze }) => {
    let began = false;
    await freeze();
    const thrown = await wasThrown(() =>
      lease.run(() => {
        began = true;
      }),
    );
    return [thrown, began];
  },
  "ends with its scope": async ({ lease }) => [
    await wasThrown(() => lease[Symbol.asyncDispose]()),
    await looks(lease),
  ],
  "ends with its scope after a loss that nobody asked about": async ({ lease, freeze }) => {
    await freeze();
    return wasThrown(() => lease[Symbol.asyncDispose]());
  },
  "ends with its scope after a loss that was asked about": async ({ lease, freeze }) => {
    await freeze();
    return [await lease.release(), await wasThrown(() => lease[Symbol.asyncDispose]())];
  },
  "has its scope end under work that goes on": async ({ lease }) => {
    void lease.run(() => new Promise(() => {}));
    return [await wasThrown(() => lease[Symbol.asyncDispose]()), lease.remainingMs() > 0];
  },
};

const timed: typeof scenarios = {
  "tells how long is left": async ({ lease, advance }) => {
    await advance(1_000);
    return looks(lease);
  },
  "is lost when its work's time is over, and its release is still one": async ({ lease, advance }) => {
    await advance(5_000);
    return [await looks(lease), await lease.release()];
  },
  "runs work that ends late": async ({ lease, clock, advance }) => {
    const running = wasThrown(() => lease.run(() => clock.sleep(6_000).then(() => "late")));
    await advance(6_000);
    return [await running, await looks(lease)];
  },
};

const rows = [
  ...Object.entries(scenarios).map(([name, play]) => ({ name, play, workTimeoutMs: undefined })),
  ...Object.entries(timed).map(([name, play]) => ({ name, play, workTimeoutMs: 5_000 })),
];

test.each(rows)("it answers as a real lease that $name", async ({ play, workTimeoutMs }) => {
  const real = await play(await realSubject(workTimeoutMs));
  expect(await play(await fakeSubject(workTimeoutMs))).toEqual(real);
});

test("it can be given wherever a lease is asked for", () => {
  expectTypeOf(fakeLease()).toExtend<Lease>();
  expectTypeOf<FakeLease>().toExtend<Lease>();
  const lease: Lease = fakeLease();
  expect(lease.token).toBe(1);
});

test("a loss is told with its reason and its successor, once, and is a true error of core's", () => {
  const lease = fakeLease({ token: 7 });
  const told: unknown[] = [];
  lease.signal.addEventListener("abort", () => told.push(lease.signal.reason));
  const successor = { holder: "b", token: lease.token };
  const error = lease.lose("superseded", { successor, cause: "why" });
  expect(error).toBeInstanceOf(LeaseLostError);
  expect(error).toMatchObject({
    reason: "superseded",
    token: 7,
    successor,
    cause: "why",
    work: { state: "running" },
  });
  expect(lease.lose("deleted")).toBe(error);
  expect(told).toEqual([error]);
});

test("a release answers what the test said, and what was released cannot be lost", async () => {
  const lease = fakeLease({ releaseOutcome: "unconfirmed" });
  expect(lease.released).toBeUndefined();
  expect(await lease.release()).toBe("unconfirmed");
  expect(lease.released).toBe("unconfirmed");
  expect(() => lease.lose("expired")).toThrow(TypeError);
  expect(lease.signal.aborted).toBe(false);
});

test("work that goes on after a loss leaves it unreleased, as its end would let somebody in", async () => {
  const lease = fakeLease({ abortMs: 0 });
  const running = lease.run(() => new Promise(() => {}));
  lease.lose("expired");
  await expect(running).rejects.toMatchObject({ work: { state: "running" } });
  expect(lease.released).toBeUndefined();
});

/**
 * What the store says of time, by which a challenger judges a lease (protocol, section 4).
 *
 * The suite's own clock only measures how much time passed between two of its steps; it is never compared with the store's.
 */
import type { StoreTimes } from "@fencepost/core";
import { expect, expectKind } from "../expect.ts";
import { NotApplicable, type Rule, type Scope } from "../rule.ts";
import { create, read, replace, text } from "../steps.ts";

/** Clocks that run apart by more than this are not allowed for (protocol, section 4). */
const rateTolerance = 0.05;

const readsMost = 4;
const readPauseMs = 700;

export const timeRules: readonly Rule[] = [
  {
    name: "a read states the store's time, the object's age and the step in which both are told",
    async check(scope) {
      needClock(scope);
      const key = scope.key("timed");
      await create(scope, key, text("first"));
      const { nowMs, resolutionMs } = await timesOf(scope, key);
      expect(Number.isFinite(nowMs), "the store's time", "a finite number", nowMs);
      expect(
        resolutionMs > 0 && resolutionMs <= 1_000,
        "its resolution",
        "above 0, at most 1,000 ms",
        resolutionMs,
      );
    },
  },
  {
    name: "the age of a fresh object is at least 0 and at most the time since its write, give or take a step",
    async check(scope) {
      needClock(scope);
      const key = scope.key("fresh");
      await expectFresh(scope, key, () => create(scope, key, text("first")));
    },
  },
  {
    name: "the age grows with time, and begins again with every write",
    async check(scope) {
      needClock(scope);
      const key = scope.key("ageing");
      const version = await create(scope, key, text("first"));
      // From before the store told the first time: this process may stand still between its answer and our next look.
      const startedMs = scope.clock.monotonicMs();
      const young = await timesOf(scope, key);
      const pauseMs = 3 * young.resolutionMs + 5;
      await scope.clock.sleep(pauseMs, scope.signal);
      const old = await timesOf(scope, key);
      const leastMs = pauseMs * (1 - rateTolerance) - 2 * young.resolutionMs;
      const mostMs = since(scope, startedMs) + 2 * young.resolutionMs;
      const grownMs = old.ageMs - young.ageMs;
      expect(grownMs >= leastMs, `the growth of the age in ${pauseMs} ms`, `at least ${leastMs} ms`, grownMs);
      expect(grownMs <= mostMs, `the growth of the age in ${pauseMs} ms`, `at most ${mostMs} ms`, grownMs);
      const passedMs = old.nowMs - young.nowMs;
      expect(
        passedMs >= leastMs && passedMs <= mostMs,
        "the growth of the store's time",
        "as of the age",
        passedMs,
      );
      await expectFresh(scope, key, () => replace(scope, key, text("second"), version));
    },
  },
  {
    name: "an unchanged answer tells the age as a full one does, or says that it cannot",
    async check(scope) {
      needClock(scope);
      const key = scope.key("polled");
      const startedMs = scope.clock.monotonicMs();
      const unlessVersion = await create(scope, key, text("first"));
      const answer = await scope.store.get(key, { signal: scope.signal, unlessVersion });
      const { times } = expectKind(answer, "unchanged", "a read unless the current version");
      if (times) expectAge(times, since(scope, startedMs));
    },
  },
];

function needClock({ store }: Scope): void {
  if (!store.capabilities.clock) {
    throw new NotApplicable(
      "the store says that its reads tell no time: leases on it expire by observation only",
    );
  }
}

/**
 * One answer may prove nothing: a server that tells a Date of a second ago (versitygw keeps one) dates a fresh object in
 * the future. Within a few seconds one must.
 */
async function timesOf(scope: Scope, key: string): Promise<StoreTimes> {
  let { times } = await read(scope, key);
  for (let again = 0; times === undefined && again < readsMost; again++) {
    await scope.clock.sleep(readPauseMs, scope.signal);
    times = (await read(scope, key)).times;
  }
  expect(times !== undefined, "the times of a read", "some, since capabilities.clock is true", times);
  return times as StoreTimes;
}

async function expectFresh(scope: Scope, key: string, write: () => Promise<unknown>): Promise<void> {
  const startedMs = scope.clock.monotonicMs();
  await write();
  const times = await timesOf(scope, key);
  expectAge(times, since(scope, startedMs));
}

/** Two steps are allowed: one because both times are rounded, one because two front ends may tell them. */
function expectAge({ ageMs, resolutionMs }: StoreTimes, mostMs: number): void {
  expect(ageMs >= -resolutionMs, "the age of a fresh object", `at least ${-resolutionMs} ms`, ageMs);
  const limitMs = mostMs + 2 * resolutionMs;
  expect(
    ageMs <= limitMs,
    "the age of a fresh object",
    `at most the ${limitMs} ms since it was written`,
    ageMs,
  );
}

/** The most that the store's clock may have advanced meanwhile. */
function since(scope: Scope, startedMs: number): number {
  return (scope.clock.monotonicMs() - startedMs) * (1 + rateTolerance);
}

import { expect, test } from "vitest";
import type { Clock } from "../base/clock.ts";
import { Progress, Window } from "./window.ts";

/** Two clocks set by hand. */
function handClock(): Clock & { set(monotonicMs: number, wallMs: number): void } {
  let now = { monotonicMs: 0, wallMs: 0 };
  return {
    monotonicMs: () => now.monotonicMs,
    wallMs: () => now.wallMs,
    sleep: async () => {},
    set: (monotonicMs, wallMs) => {
      now = { monotonicMs, wallMs };
    },
  };
}

test.each([
  ["both run", [[1_000, 1_000]], 1_000],
  ["the monotonic clock stood still while the machine slept", [[1_000, 60_000]], 60_000],
  ["the wall clock was set back", [[1_000, -50_000]], 1_000],
  [
    "set back, and then the machine slept",
    [
      [1_000, -50_000],
      [1_500, -20_000],
    ],
    31_000,
  ],
  [
    "slept, and then set back: what has passed is not given back",
    [
      [0, 60_000],
      [1_000, 0],
    ],
    61_000,
  ],
  [
    "set back a little, again and again",
    [
      [300, 200],
      [600, 400],
      [900, 600],
    ],
    900,
  ],
] as const)("progress when %s", (_, readings, passedMs) => {
  const clock = handClock();
  const progress = new Progress(clock);
  for (const [monotonicMs, wallMs] of readings) {
    clock.set(monotonicMs, wallMs);
    progress.nowMs();
  }
  expect(progress.nowMs()).toBe(passedMs);
});

test("looking often does not make it run fast, although a wall clock tells whole milliseconds", () => {
  const clock = handClock();
  const progress = new Progress(clock);
  for (let ms = 0; ms <= 10_000; ms += 0.1) {
    clock.set(ms, Math.floor(ms + 0.95));
    progress.nowMs();
  }
  expect(progress.nowMs()).toBeLessThan(10_100);
});

test("progress never goes back between two looks", () => {
  const clock = handClock();
  const progress = new Progress(clock);
  clock.set(0, 200);
  expect(progress.nowMs()).toBe(200);
  clock.set(0, 100);
  expect(progress.nowMs()).toBeGreaterThanOrEqual(200);
});

test("a window reopens from when its write was sent, and an older write never shrinks it", () => {
  const clock = handClock();
  const progress = new Progress(clock);
  const window = new Window(progress, 10_000, 0);
  clock.set(6_000, 6_000);
  window.reopen(5_000);
  expect(window.remainingMs()).toBe(9_000);
  window.reopen(1_000);
  expect(window.remainingMs()).toBe(9_000);
  clock.set(20_000, 20_000);
  expect(window.remainingMs()).toBe(-5_000);
});

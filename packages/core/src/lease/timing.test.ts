import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "./options.ts";
import { timingOf } from "./timing.ts";

const limits = { requestTimeoutMs: undefined, minWriteIntervalMs: 0 };

test("the defaults: ttl 30 s, a window of 25.5 s, a renewal every 10 s, requests of 5 s", () => {
  expect(timingOf({}, limits)).toEqual({
    ttlMs: 30_000,
    abortMs: 3_000,
    windowMs: 25_500,
    renewEveryMs: 10_000,
    workTimeoutMs: undefined,
    requestTimeoutMs: 5_000,
  });
});

test.each([3_000, 3_001, 5_000, 10_000, 29_999, 60_000, 86_400_000])(
  "a ttl of %d ms keeps every relation",
  (ttlMs) => {
    const timing = timingOf({ ttlMs }, limits);
    expect(timing.windowMs + timing.abortMs).toBeLessThanOrEqual(0.95 * ttlMs);
    expect(ttlMs / 3 + 3 * timing.requestTimeoutMs).toBeLessThan(timing.windowMs);
    expect(timing.requestTimeoutMs).toBeGreaterThan(0);
  },
);

test("a fixed term's ttl follows from the time-out that is enforced: (600,000 + 3,000 + 5,000) / 0.95", () => {
  expect(timingOf({ term: "fixed", workTimeoutMs: 600_000 }, limits)).toEqual({
    ttlMs: 640_000,
    abortMs: 3_000,
    windowMs: 605_000,
    renewEveryMs: undefined,
    workTimeoutMs: 600_000,
    requestTimeoutMs: 5_000,
  });
});

const week = 7 * 24 * 3_600_000;
test.each<[LeaseOptions, string]>([
  [{ ttlMs: 2_999 }, "ttlMs is 2999; give a finite number of milliseconds, at least 3000"],
  [{ ttlMs: Number.NaN }, "ttlMs is NaN"],
  [{ ttlMs: Number.POSITIVE_INFINITY }, "ttlMs is Infinity"],
  [{ ttlMs: week + 1 }, "7 days"],
  [{ abortMs: -1 }, "abortMs is -1"],
  [{ workTimeoutMs: 0 }, "workTimeoutMs is 0"],
  [{ ttlMs: 10_000, abortMs: 9_000 }, "ttlMs 10000 and abortMs 9000 leave a window of 500 ms"],
  [{ term: "fixed", workTimeoutMs: 60_000, ttlMs: 60_000 }, "a fixed term needs at least 71579"],
  [{ term: "fixed", workTimeoutMs: week }, "7 days"],
])("%j is refused: %s", (options, message) => {
  expect(() => timingOf(options, limits)).toThrow(RangeError);
  expect(() => timingOf(options, limits)).toThrow(message);
});

test("a fixed term without a time-out has no bound", () => {
  expect(() => timingOf({ term: "fixed" } as LeaseOptions, limits)).toThrow("workTimeoutMs is missing");
});

test("a coordinator's request time-out is checked against the ttl, and the message names the numbers", () => {
  expect(() => timingOf({ ttlMs: 9_000 }, { ...limits, requestTimeoutMs: 5_000 })).toThrow(
    "a renewal every 3000 ms (ttlMs 9000 / 3) and three requests of 5000 ms do not fit into the window of 7650 ms",
  );
});

test("a ttl whose renewals come faster than the store takes writes of one key is refused", () => {
  expect(() => timingOf({ ttlMs: 3_000 }, { ...limits, minWriteIntervalMs: 1_500 })).toThrow("at least 4500");
});

test.each<[LeaseOptions & WaitOptions, string]>([
  [{ ttl: 5 } as LeaseOptions, 'unknown lease option "ttl"'],
  [{ waitMs: -1 }, "waitMs is -1"],
  [{ term: "long" } as unknown as LeaseOptions, 'term is "long"'],
  [{ note: 5 } as unknown as LeaseOptions, "note is a number"],
  [{ tokenAbove: 1.5 } as unknown as LeaseOptions, "tokenAbove is 1.5"],
  [{ tokenAbove: Number.MAX_SAFE_INTEGER as FencingToken }, "at most 4503599627370496"],
])("the options %j are refused: %s", (options, message) => {
  expect(() => checkOptions(options, "acquire")).toThrow(message);
});

test("tryAcquire does not wait", () => {
  expect(() => checkOptions({ waitMs: 5 } as LeaseOptions, "tryAcquire")).toThrow("never waits");
});

test("a duration given as a text is named as one", () => {
  const text = { ttlMs: "5000" as unknown as number };
  expect(() => timingOf(text, limits)).toThrow(TypeError);
  expect(() => timingOf(text, limits)).toThrow('ttlMs is "5000", a string');
});

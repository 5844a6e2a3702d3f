import { expect, test } from "vitest";
import { parseDuration, showDuration } from "./duration.ts";
import { UsageError } from "./usage-error.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["10m", 600_000],
  ["1h", 3_600_000],
  ["0s", 0],
])("%s is %d milliseconds", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each([
  "",
  "30",
  "s",
  "1.5s",
  "-1s",
  "+1s",
  " 1s",
  "1s ",
  "1 s",
  "1S",
  "1d",
  "1m30s",
  "1e3s",
  "٣s",
  "9999999999h",
])("%j is refused, with forms that are taken", (text) => {
  expect(() => parseDuration(text)).toThrow(UsageError);
  expect(() => parseDuration(text)).toThrow("as 500ms, 30s, 10m or 1h");
});

test("what is out of range is refused with the end that it passed", () => {
  const range = { leastMs: 3_000, mostMs: 60_000 };
  expect(() => parseDuration("2999ms", range)).toThrow("give at least 3s");
  expect(() => parseDuration("61s", range)).toThrow("give at most 1m");
  expect(parseDuration("3s", range)).toBe(3_000);
  expect(parseDuration("1m", range)).toBe(60_000);
});

test.each(["0ms", "1ms", "1500ms", "59s", "90s", "10m", "168h"])(
  "%s is shown as it would be typed",
  (text) => {
    expect(showDuration(parseDuration(text))).toBe(text);
  },
);

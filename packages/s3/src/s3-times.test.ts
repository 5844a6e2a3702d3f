import { describe, expect, it } from "vitest";
import { timesOf, tokenSeedOf } from "./s3-times.ts";

const date = "Mon, 30 Nov 2026 18:00:10 GMT";
const nowMs = Date.UTC(2026, 10, 30, 18, 0, 10);
const of = (headers: Record<string, string>) => timesOf({ status: 200, headers });

describe("the times of an answer", () => {
  it("are its Date and the time since its Last-Modified, in steps of a second", () => {
    const times = of({ date, "last-modified": "Mon, 30 Nov 2026 18:00:00 GMT" });
    expect(times).toEqual({ nowMs, ageMs: 10_000, resolutionMs: 1_000 });
    expect(of({ date, "last-modified": date })?.ageMs).toBe(0);
  });

  it.each<[why: string, headers: Record<string, string>]>([
    ["a 304 without Last-Modified", { date }],
    ["an answer without Date", { "last-modified": date }],
    ["an answer that a cache has kept", { date, "last-modified": date, age: "0" }],
    ["a Date before Last-Modified", { date, "last-modified": "Mon, 30 Nov 2026 18:00:11 GMT" }],
    ["a Date that is none", { date: "now", "last-modified": date }],
    [
      "a Date of another form, which may be in local time",
      { date: "2026-11-30 18:00:10", "last-modified": date },
    ],
    ["a day that does not exist", { date: "Mon, 99 Nov 2026 18:00:10 GMT", "last-modified": date }],
  ])("are not evidence in %s", (_, headers) => {
    expect(of(headers)).toBeUndefined();
  });
});

describe("the seed of a token", () => {
  it("is the Date of an answer of its own, and unknown in one without Date or from a cache", () => {
    expect(tokenSeedOf({ status: 404, headers: { date } })).toBe(nowMs);
    expect(tokenSeedOf({ status: 404, headers: {} })).toBeUndefined();
    expect(tokenSeedOf({ status: 404, headers: { date, age: "1" } })).toBeUndefined();
  });
});

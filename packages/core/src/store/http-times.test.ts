import { describe, expect, it } from "vitest";
import { clockQuirks, timesOf, tokenSeedOf } from "./http-times.ts";

const date = "Mon, 30 Nov 2026 12:00:10 GMT";
const nowMs = 1_796_040_010_000;
const modified = { "last-modified": "Mon, 30 Nov 2026 12:00:00 GMT" };

describe("what an HTTP answer says of time", () => {
  it("is the store's now, and how long before that the object changed, in steps of a second", () => {
    expect(timesOf({ date, ...modified })).toEqual({ nowMs, ageMs: 10_000, resolutionMs: 1000 });
    expect(timesOf({ date, "last-modified": date })).toEqual({ nowMs, ageMs: 0, resolutionMs: 1000 });
    expect(tokenSeedOf({ date })).toBe(nowMs);
  });

  it.each<[quirk: string, headers: Record<string, string>, seed: number | undefined]>([
    ["`Age` header", { date, ...modified, age: "0" }, undefined],
    ["no `Date`, or one that is no HTTP date", modified, undefined],
    ["no `Date`, or one that is no HTTP date", { date: "2026-11-30T12:00:10Z", ...modified }, undefined],
    [
      "no `Date`, or one that is no HTTP date",
      { date: "Mon, 99 Nov 2026 12:00:10 GMT", ...modified },
      undefined,
    ],
    ["no `Date`, or one that is no HTTP date", { date: "2026-11-30 12:00:10", ...modified }, undefined],
    ["no `Last-Modified`", { date }, nowMs],
    ["no `Last-Modified`", { date, "last-modified": "yesterday" }, nowMs],
    ["`Date` before `Last-Modified`", { date, "last-modified": "Mon, 30 Nov 2026 12:00:11 GMT" }, nowMs],
  ])("is nothing of age with %s: %j", (quirk, headers, seed) => {
    const applying = clockQuirks.filter(({ applies }) => applies(headers)).map(({ answer }) => answer);
    expect(applying).toEqual([quirk]);
    expect(timesOf(headers)).toBeUndefined();
    expect(tokenSeedOf(headers)).toBe(seed);
  });
});

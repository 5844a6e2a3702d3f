import { describe, expect, it } from "vitest";
import { clockQuirks, timesOf, tokenSeedOf } from "./gcs-times.ts";

const date = "Mon, 30 Nov 2026 12:00:10 GMT";
const nowMs = Date.UTC(2026, 10, 30, 12, 0, 10);
const modified = { "last-modified": "Mon, 30 Nov 2026 12:00:00 GMT" };

describe("what an answer says of time", () => {
  it("is the service's now, and how long before that the object changed", () => {
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

import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { StoreTimes } from "../store/store.ts";
import { judge } from "./judge.ts";

const held: LeaseRecord = {
  state: "held",
  token: 5 as FencingToken,
  holder: "a",
  recent: ["0".repeat(32)],
  ttlMs: 30_000,
  renewals: 0,
};
const free: LeaseRecord = { ...held, state: "free" };
const forced: LeaseRecord = { ...free, forced: { by: "op", why: "stuck" } };
const forcedNow: LeaseRecord = { ...free, forced: { by: "op", why: "stuck", now: true } };
const aged = (ageMs: number, resolutionMs = 1_000): StoreTimes => ({ nowMs: 1e12, ageMs, resolutionMs });

test.each([
  // By the store's clock: ttl 30 s, 1 s of header resolution, 1 s for front ends that are apart.
  ["just renewed", held, "store-clock", aged(0), 0, "live", 32_000],
  ["older than its ttl, and not by the margins", held, "store-clock", aged(31_999), 0, "live", 1],
  ["older than ttl and margins", held, "store-clock", aged(32_000), 0, "dead", undefined],
  ["on a store that tells milliseconds", held, "store-clock", aged(31_001, 1), 0, "dead", undefined],
  [
    "from before this machine's boot",
    held,
    "store-clock",
    aged(Number.POSITIVE_INFINITY, 1),
    0,
    "dead",
    undefined,
  ],
  [
    "watched for long, but renewed lately by the store's clock",
    held,
    "store-clock",
    aged(5_000),
    60_000,
    "live",
    27_000,
  ],
  // Without evidence of age: watching.
  ["no times in the answer", held, "store-clock", undefined, 29_999, "live", 1],
  ["no times in the answer, watched for the ttl", held, "store-clock", undefined, 30_000, "dead", undefined],
  ["dated in the future", held, "store-clock", aged(-1), 0, "live", 30_000],
  // By watching alone, whatever the store's clock says.
  ["old by the store's clock, seen just now", held, "observed", aged(1e9), 0, "live", 30_000],
  ["watched for its ttl", held, "observed", aged(0), 30_000, "dead", undefined],
  ["free", free, "store-clock", undefined, 0, "free", undefined],
  ["free, by watching", free, "observed", undefined, 0, "free", undefined],
  [
    "freed by force, and the old holder may not know it",
    forced,
    "store-clock",
    aged(10_000),
    0,
    "live",
    22_000,
  ],
  ["freed by force a ttl ago", forced, "store-clock", aged(32_000), 0, "dead", undefined],
  ["freed by force, by watching", forced, "observed", undefined, 10_000, "live", 20_000],
  ["freed by force at once", forcedNow, "store-clock", aged(0), 0, "free", undefined],
] as const)("%s", (_, record, rule, times, unchangedForMs, verdict, expiresInMs) => {
  const judgement = judge(record, { times, unchangedForMs }, rule);
  expect(judgement.verdict).toBe(verdict);
  expect("expiresInMs" in judgement ? judgement.expiresInMs : undefined).toBe(expiresInMs);
});

test("a challenger uses the record's ttl, not its own", () => {
  const long = { ...held, ttlMs: 600_000 };
  expect(judge(long, { times: aged(60_000), unchangedForMs: 60_000 }, "store-clock").verdict).toBe("live");
});

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
  ["just renewed", "live", "store-clock", held, aged(0), 0, 32_000],
  ["older than its ttl, and not by the margins", "live", "store-clock", held, aged(31_999), 0, 1],
  ["older than ttl and margins", "dead", "store-clock", held, aged(32_000), 0, undefined],
  ["on a store that tells milliseconds", "dead", "store-clock", held, aged(31_001, 1), 0, undefined],
  [
    "from before this machine's boot",
    "dead",
    "store-clock",
    held,
    aged(Number.POSITIVE_INFINITY, 1),
    0,
    undefined,
  ],
  [
    "watched for long, but renewed lately by the store's clock",
    "live",
    "store-clock",
    held,
    aged(5_000),
    60_000,
    27_000,
  ],
  // Without evidence of age: watching.
  ["no times in the answer", "live", "store-clock", held, undefined, 29_999, 1],
  ["no times in the answer, watched for the ttl", "dead", "store-clock", held, undefined, 30_000, undefined],
  ["dated in the future", "live", "store-clock", held, aged(-1), 0, 30_000],
  // By watching alone, whatever the store's clock says.
  ["old by the store's clock, seen just now", "live", "observed", held, aged(1e9), 0, 30_000],
  ["watched for its ttl", "dead", "observed", held, aged(0), 30_000, undefined],
  ["free", "free", "store-clock", free, undefined, 0, undefined],
  ["free, by watching", "free", "observed", free, undefined, 0, undefined],
  [
    "freed by force, and the old holder may not know it",
    "live",
    "store-clock",
    forced,
    aged(10_000),
    0,
    22_000,
  ],
  ["freed by force a ttl ago", "dead", "store-clock", forced, aged(32_000), 0, undefined],
  ["freed by force, by watching", "live", "observed", forced, undefined, 10_000, 20_000],
  ["freed by force at once", "free", "store-clock", forcedNow, aged(0), 0, undefined],
] as const)("%s: %s, by the rule %s", (_, verdict, rule, record, times, unchangedForMs, expiresInMs) => {
  const judgement = judge(record, { times, unchangedForMs }, rule);
  expect(judgement.verdict).toBe(verdict);
  expect("expiresInMs" in judgement ? judgement.expiresInMs : undefined).toBe(expiresInMs);
});

test("a challenger uses the record's ttl, not its own", () => {
  const long = { ...held, ttlMs: 600_000 };
  expect(judge(long, { times: aged(60_000), unchangedForMs: 60_000 }, "store-clock").verdict).toBe("live");
});

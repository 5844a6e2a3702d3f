import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { StoreTimes, Version } from "../store/store.ts";
import { Observations } from "./observation.ts";

const record: LeaseRecord = {
  state: "held",
  token: 1 as FencingToken,
  holder: "a",
  recent: ["0".repeat(32)],
  ttlMs: 30_000,
  renewals: 0,
};
const at = (
  sentAtMs: number,
  answeredAtMs: number,
  version = "1",
  times?: StoreTimes,
): Sighting<LeaseRecord> & Present<LeaseRecord> => ({
  kind: "present",
  version: version as Version,
  record,
  times,
  sentAtMs,
  answeredAtMs,
});
const storeSays = (nowMs: number, ageMs: number): StoreTimes => ({ nowMs, ageMs, resolutionMs: 1_000 });

test("unchanged counts from after the first answer to before the last request, never from request to answer", () => {
  const observations = new Observations();
  expect(observations.note("k", at(0, 900)).unchangedForMs).toBe(0);
  expect(observations.note("k", at(10_000, 19_000)).unchangedForMs).toBe(9_100);
});

test("a new version begins anew, and so does each key", () => {
  const observations = new Observations();
  observations.note("k", at(0, 0));
  observations.note("k", at(10_000, 10_000, "2"));
  expect(observations.note("k", at(15_000, 15_000, "2")).unchangedForMs).toBe(5_000);
  expect(observations.note("other", at(15_000, 15_000, "2")).unchangedForMs).toBe(0);
});

test("times of the future are no evidence", () => {
  expect(new Observations().note("k", at(0, 0, "1", storeSays(1e12, -1))).times).toBeUndefined();
});

test.each([
  ["runs as ours does", 20_000, true],
  ["is a front end apart", 23_500, true],
  ["was stepped forwards", 60_000, false],
  ["was stepped back", 5_000, false],
  ["stands still", 0, false],
])("the store's clock is believed or not when it %s", (_, storeProgressMs, believed) => {
  const observations = new Observations();
  observations.note("k", at(0, 0, "1", storeSays(1e12, 1_000)));
  const { times } = observations.note(
    "k",
    at(20_000, 20_000, "1", storeSays(1e12 + storeProgressMs, 21_000)),
  );
  expect(times !== undefined).toBe(believed);
});

import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Version } from "../store/store.ts";
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
): Sighting<LeaseRecord> & Present<LeaseRecord> => ({
  kind: "present",
  version: version as Version,
  record,
  times: undefined,
  sentAtMs,
  answeredAtMs,
});

test("unchanged counts from after the first answer to before the last request, never from request to answer", () => {
  const observations = new Observations();
  expect(observations.unchangedForMs("k", at(0, 900))).toBe(0);
  expect(observations.unchangedForMs("k", at(10_000, 19_000))).toBe(9_100);
});

test("a new version begins anew, and so does each key", () => {
  const observations = new Observations();
  observations.unchangedForMs("k", at(0, 0));
  observations.unchangedForMs("k", at(10_000, 10_000, "2"));
  expect(observations.unchangedForMs("k", at(15_000, 15_000, "2"))).toBe(5_000);
  expect(observations.unchangedForMs("other", at(15_000, 15_000, "2"))).toBe(0);
});

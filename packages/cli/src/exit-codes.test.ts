import {
  BadRecordError,
  ConflictError,
  ContendedError,
  FencedError,
  type FencingToken,
  LeaseLostError,
  MisconfiguredError,
  UnavailableError,
  UnknownOutcomeError,
  UnsupportedStoreError,
} from "@fencepost/core";
import { expect, test } from "vitest";
import { exitCodeMeanings, exitCodeOf } from "./exit-codes.ts";
import { Interrupted } from "./signals.ts";
import { UsageError } from "./usage-error.ts";

const token = 1 as FencingToken;

test.each<[number, Error]>([
  [64, new UsageError("x")],
  [65, new BadRecordError("x", {})],
  [69, new UnavailableError("x", {})],
  [70, new TypeError("x")],
  [74, new UnknownOutcomeError("x", {})],
  [75, new ContendedError("x", { holder: "h", token, expiresInMs: 1 })],
  [75, new ConflictError("x", {})],
  [76, new LeaseLostError("x", { reason: "expired" })],
  [76, new FencedError("x", { key: "k", token })],
  [77, new MisconfiguredError("x", { denied: true })],
  [78, new MisconfiguredError("x", {})],
  [78, new UnsupportedStoreError("x", {})],
  [130, new Interrupted("SIGINT")],
  [143, new Interrupted("SIGTERM")],
])("%d is the exit code of %s, and the help says so", (code, error) => {
  expect(exitCodeOf(error)).toBe(code);
  const listed = exitCodeMeanings.map(([shown]) => shown);
  expect(listed).toContain(code > 128 ? "128+N" : String(code));
});

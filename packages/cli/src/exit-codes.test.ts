import { readFileSync } from "node:fs";
import {
  BadRecordError,
  ConflictError,
  ContendedError,
  type CoordinationError,
  FencedError,
  type FencingToken,
  isCoordinationError,
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

const cases: readonly (readonly [number, Error])[] = [
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
];

test.each(cases)("%d is the exit code of %s, and the help says so", (code, error) => {
  expect(exitCodeOf(error)).toBe(code);
  const listed = exitCodeMeanings.map(([shown]) => shown);
  expect(listed).toContain(code > 128 ? "128+N" : String(code));
});

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

test.each(cases.filter(([, error]) => isCoordinationError(error)))(
  "%d is the exit code that docs/errors.md gives to %s",
  (code, error) => {
    const { code: kind } = error as CoordinationError;
    const row = new RegExp(`^\\| \`${kind}\` \\|.*\\| ([^|]+) \\|$`, "m").exec(textOf("docs/errors.md"));
    expect(row?.[1]).toContain(String(code));
  },
);

test("the README of the command has a row for every exit code of its own", () => {
  const [, rows = ""] = textOf("packages/cli/README.md").split("## Exit codes");
  const listed = [...rows.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = ""]) => codes.split(", "));
  const own = exitCodeMeanings.map(([code]) => code).filter((code) => /^\d+$/.test(code));
  expect(listed.sort()).toEqual(own.sort());
});

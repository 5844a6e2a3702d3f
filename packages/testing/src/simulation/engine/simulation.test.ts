import { expect, test } from "vitest";
import { leaseProgram } from "../programs/lease/lease-program.ts";
import { planOf } from "./plan/plan.ts";
import { describeRun } from "./report/describe-run.ts";
import { shrink } from "./report/shrink.ts";
import { tooTame } from "./report/tameness.ts";
import { simulate } from "./simulate.ts";

test("the same seed gives the same run, to the last random number", async () => {
  for (const seed of [3, 11, 42]) {
    const once = await simulate(leaseProgram, seed, { lines: true });
    const again = await simulate(leaseProgram, seed, { lines: true });
    expect(once).toEqual(again);
    expect(once.fingerprint).not.toBe((await simulate(leaseProgram, seed + 1)).fingerprint);
  }
});

test("whether what happened is written down changes nothing", async () => {
  const quiet = await simulate(leaseProgram, 7);
  const told = await simulate(leaseProgram, 7, { lines: true });
  expect(quiet.fingerprint).toBe(told.fingerprint);
  expect(quiet.lines).toEqual([]);
  expect(told.lines.length).toBeGreaterThan(10);
});

test("a run is told as a timeline that ends at the first violation, and with the command that runs it again", () => {
  const line = (atMs: number, what: string) => ({ atMs, who: "p1", what });
  const text = describeRun(leaseProgram, {
    seed: 5,
    steps: 3,
    counts: {},
    fingerprint: "",
    violations: ["worked too long"],
    lines: [line(1_000, "granted"), line(2_500, "VIOLATION: worked too long"), line(3_000, "after it")],
  });
  expect(text).toContain("1.000 s  p1         granted");
  expect(text).toContain("- worked too long");
  expect(text).not.toContain("after it");
  expect(text.endsWith("again: npm run sim -- --seed 5")).toBe(true);
});

test("a run that does not fail cannot be shrunk to one that does", async () => {
  const plan = planOf(9);
  const report = await shrink(leaseProgram, 9, { ...plan, faultsEndMs: 3_000, endMs: 5_000 });
  expect(report.violations).toEqual([]);
});

test("runs in which too little went wrong are too tame, and it is said of what", () => {
  const report = { seeds: 2_000, steps: 9, counts: { crashes: 199, pauses: 3 }, failed: [] };
  expect(tooTame(report, { crashes: 100, pauses: 1 })).toEqual([
    "crashes: 199, and at least 200 were to be seen",
  ]);
  expect(tooTame(report, { lateLandings: 1 })).toHaveLength(1);
});

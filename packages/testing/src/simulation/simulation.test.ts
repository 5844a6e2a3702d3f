import { expect, test } from "vitest";
import { describeRun } from "./describe-run.ts";
import { planOf } from "./plan.ts";
import { shrink } from "./shrink.ts";
import { simulate } from "./simulate.ts";

test("the same seed gives the same run, to the last random number", async () => {
  for (const seed of [3, 11, 42]) {
    const [one, other] = [await simulate(seed, { lines: true }), await simulate(seed, { lines: true })];
    expect(one).toEqual(other);
    expect(one.fingerprint).not.toBe((await simulate(seed + 1)).fingerprint);
  }
});

test("whether what happened is written down changes nothing", async () => {
  const [quiet, told] = [await simulate(7), await simulate(7, { lines: true })];
  expect(quiet.fingerprint).toBe(told.fingerprint);
  expect(quiet.lines).toEqual([]);
  expect(told.lines.length).toBeGreaterThan(10);
});

test("a run is told as a timeline that ends at the first violation, and with the command that runs it again", () => {
  const line = (atMs: number, what: string) => ({ atMs, who: "p1", what });
  const text = describeRun({
    seed: 5,
    steps: 3,
    counts: {} as never,
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
  const report = await shrink({ ...plan, faultsEndMs: 3_000, endMs: 5_000 });
  expect(report.violations).toEqual([]);
});

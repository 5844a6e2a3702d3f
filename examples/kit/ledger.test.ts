/** A test of code that works under a lease, through runs in which everything goes wrong by chance. */
import { explainFailure, seedsFrom, shrink, simulate, simulateSeeds, tooTame } from "@fencepost/testing";
import { expect, test } from "vitest";
import { ledgerProgram } from "./ledger.ts";

test("a ledger that looks at the token loses nothing in 50 seeds, in which enough went wrong", async () => {
  const report = await simulateSeeds(ledgerProgram(true), seedsFrom(1, 50));
  expect(report.failed).toEqual([]);
  expect(report.seeds).toBe(50);
  expect(tooTame(report, { entries: 2_000, longPauses: 200, crashes: 100, lostAnswers: 500 })).toEqual([]);
}, 60_000);

test("one that does not is found out, and its smallest run is told with the command that runs it again", async () => {
  const broken = ledgerProgram(false);
  const { failed } = await simulateSeeds(broken, seedsFrom(1, 50));
  const [first] = failed;
  if (!first) throw new Error("no seed found that the ledger takes any token");
  const text = await explainFailure(broken, first);
  expect(text).toMatch(/^entry \d+ was written over\n/);
  expect(text).toMatch(/ s {2}p\d +VIOLATION: entry \d+ was written over/);
  expect(text.endsWith(`again: node ledger.js --seed ${first.seed}`)).toBe(true);

  const { plan, lines, violations } = await shrink(broken, first.seed);
  expect((await simulate(broken, first.seed, { plan })).violations).toEqual(violations);
  expect(violations).not.toEqual([]);
  const whole = await simulate(broken, first.seed, { lines: true });
  expect(lines.length).toBeLessThan(whole.lines.length);
}, 60_000);

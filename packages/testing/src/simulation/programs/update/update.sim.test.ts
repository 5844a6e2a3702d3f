import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { leastInThousand, updateProgram } from "./update-program.ts";

test("1,000 seeds: no acknowledged update is missing, none is made twice, and what nobody can tell is said so", async () => {
  const report = await simulateSeeds(updateProgram, seedsFrom(1, 1_000));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(updateProgram, report.failed[0]));
  expect(report.seeds).toBe(1_000);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

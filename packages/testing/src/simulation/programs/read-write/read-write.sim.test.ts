import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { leastInThousand, readWriteProgram } from "./read-write-program.ts";

test("1,000 seeds: never a writer with anybody else, whoever is passed by is fenced, and both sides get in", async () => {
  const report = await simulateSeeds(readWriteProgram, seedsFrom(1, 1_000));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(readWriteProgram, report.failed[0]));
  expect(report.seeds).toBe(1_000);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { fenceProgram, leastInThousand } from "./fence-program.ts";

test("1,000 seeds: fenced writes never go back, whatever becomes of holders and of their lease", async () => {
  const report = await simulateSeeds(fenceProgram, seedsFrom(1, 1_000));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(fenceProgram, report.failed[0]));
  expect(report.seeds).toBe(1_000);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

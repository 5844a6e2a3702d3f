import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { leastInThousand, semaphoreProgram } from "./semaphore-program.ts";

test("400 seeds: never more inside than there are permits, and those who want several get in, too", async () => {
  const report = await simulateSeeds(semaphoreProgram, seedsFrom(1, 400));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(semaphoreProgram, report.failed[0]));
  expect(report.seeds).toBe(400);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

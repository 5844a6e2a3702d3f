import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { handoverProgram, leastInThousand } from "./handover-program.ts";

test("700 seeds: a lease that is handed over has one adopter at most, and no holder beside it", async () => {
  const report = await simulateSeeds(handoverProgram, seedsFrom(1, 700));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(handoverProgram, report.failed[0]));
  expect(report.seeds).toBe(700);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { leastInThousand, severalProgram } from "./several-program.ts";

test("400 seeds: all or none, never two holders of any, and somebody goes on", async () => {
  const report = await simulateSeeds(severalProgram, seedsFrom(1, 400));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(severalProgram, report.failed[0]));
  expect(report.seeds).toBe(400);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

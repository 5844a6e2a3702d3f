import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { electionProgram, leastInThousand } from "./election-program.ts";

test("400 seeds: never two leaders, terms grow, works end before others lead, and observers never go back", async () => {
  const report = await simulateSeeds(electionProgram, seedsFrom(1, 400));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(electionProgram, report.failed[0]));
  expect(report.seeds).toBe(400);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

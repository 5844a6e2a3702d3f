import { expect, test } from "vitest";
import { explainFailure } from "../../engine/report/explain-failure.ts";
import { tooTame } from "../../engine/report/tameness.ts";
import { seedsFrom, simulateSeeds } from "../../engine/simulate-seeds.ts";
import { leaseProgram, leastInThousand } from "./lease-program.ts";

// The other half of the seeds is in a file beside this one, so that two cores share them.
test("10,000 odd seeds: never two holders, tokens grow, answers are true, somebody goes on", async () => {
  const report = await simulateSeeds(leaseProgram, seedsFrom(1, 10_000, 2));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(leaseProgram, report.failed[0]));
  expect(report.seeds).toBe(10_000);
  expect(tooTame(report, leastInThousand)).toEqual([]);
}, 600_000);

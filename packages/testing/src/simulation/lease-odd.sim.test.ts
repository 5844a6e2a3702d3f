import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import { simulateSeeds } from "./simulate-seeds.ts";
import { tooTame } from "./tameness.ts";

// The other half of the seeds is in a file beside this one, so that two cores share them.
test("10,000 odd seeds: never two holders, tokens grow, answers are true, somebody goes on", async () => {
  const report = await simulateSeeds(Array.from({ length: 10_000 }, (_, count) => 1 + 2 * count));
  console.log(`${report.seeds} seeds, ${report.steps} steps, ${JSON.stringify(report.counts)}`);
  if (report.failed[0]) throw new Error(await explainFailure(report.failed[0]));
  expect(report.seeds).toBe(10_000);
  expect(tooTame(report)).toEqual([]);
}, 600_000);

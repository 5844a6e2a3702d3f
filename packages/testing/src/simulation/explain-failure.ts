import { describeRun } from "./describe-run.ts";
import { planOf } from "./plan.ts";
import { shrink } from "./shrink.ts";
import type { SimulationReport } from "./simulate.ts";

/** The smallest run found in which the same seed fails, as a person reads it. */
export async function explainFailure({ seed, violations }: SimulationReport): Promise<string> {
  const smallest = await shrink(planOf(seed));
  return `${violations[0]}\n\nthe smallest run found that fails:\n\n${describeRun(smallest)}`;
}

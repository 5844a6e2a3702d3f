import type { Program } from "../program.ts";
import type { SimulationReport } from "../simulate.ts";
import { describeRun } from "./describe-run.ts";
import { shrink } from "./shrink.ts";

/** The smallest run found in which the same seed of a program fails, as a person reads it. */
export async function explainFailure(
  program: Program,
  { seed, violations }: SimulationReport,
): Promise<string> {
  const smallest = await shrink(program, seed);
  return `${violations[0]}\n\nthe smallest run found that fails:\n\n${describeRun(program, smallest)}`;
}

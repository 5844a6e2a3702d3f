import type { Counts } from "./journal.ts";
import type { Program } from "./program.ts";
import { type SimulationReport, simulate } from "./simulate.ts";

/** What came of many seeds. */
export interface SeedsReport {
  /** How many have run. */
  readonly seeds: number;
  readonly steps: number;
  /** Of all runs together. */
  readonly counts: Counts;
  /** The runs that violated an invariant, at most ten. */
  readonly failed: readonly SimulationReport[];
}

const failedMost = 10;

/** Runs seeds one after the other until there are no more, ten have failed, or `isEnough` says so. */
export async function simulateSeeds(
  program: Program,
  seeds: Iterable<number>,
  isEnough: () => boolean = () => false,
): Promise<SeedsReport> {
  let ran = 0;
  let steps = 0;
  const counts: Record<string, number> = {};
  const failed: SimulationReport[] = [];
  for (const seed of seeds) {
    const report = await simulate(program, seed);
    ran += 1;
    steps += report.steps;
    for (const [name, count] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + count;
    if (report.violations.length > 0) failed.push(report);
    if (failed.length >= failedMost || isEnough()) break;
  }
  return { seeds: ran, steps, counts, failed };
}

/**
 * `count` seeds from `first` on, every `step`th.
 *
 * @throws RangeError unless `count` is from 1 on: no seeds would find no failure.
 */
export function* seedsFrom(
  first: number,
  count: number = Number.POSITIVE_INFINITY,
  step: number = 1,
): Generator<number> {
  if (!(count >= 1)) throw new RangeError(`seeds are counted from 1 on, not ${count}`);
  for (let at = 0; at < count; at++) yield first + at * step;
}

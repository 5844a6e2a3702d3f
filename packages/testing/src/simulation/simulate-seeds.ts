import type { Counts } from "./journal.ts";
import { type SimulationReport, simulate } from "./simulate.ts";

/** What came of many seeds. */
export interface SeedsReport {
  readonly seeds: number;
  readonly steps: number;
  readonly counts: Readonly<Counts>;
  /** The runs that violated an invariant, at most ten. */
  readonly failed: readonly SimulationReport[];
}

const failedMost = 10;

/** Runs seeds one after the other until there are no more, ten have failed, or `isEnough` says so. */
export async function simulateSeeds(
  seeds: Iterable<number>,
  isEnough: () => boolean = () => false,
): Promise<SeedsReport> {
  let ran = 0;
  let steps = 0;
  const counts: Partial<Record<keyof Counts, number>> = {};
  const failed: SimulationReport[] = [];
  for (const seed of seeds) {
    const report = await simulate(seed);
    ran += 1;
    steps += report.steps;
    for (const name of Object.keys(report.counts) as (keyof Counts)[]) {
      counts[name] = (counts[name] ?? 0) + report.counts[name];
    }
    if (report.violations.length > 0) failed.push(report);
    if (failed.length >= failedMost || isEnough()) break;
  }
  return { seeds: ran, steps, counts: counts as Counts, failed };
}

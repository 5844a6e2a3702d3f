import type { Counts } from "../journal.ts";
import type { SeedsReport } from "../simulate-seeds.ts";

/**
 * What happened too seldom for the runs to prove anything, as sentences. Empty: they were wild enough.
 *
 * @param leastInThousand how often each thing must at least have happened in a thousand seeds
 */
export function tooTame({ counts, seeds }: SeedsReport, leastInThousand: Counts): string[] {
  return Object.entries(leastInThousand).flatMap(([name, inThousand]) => {
    const least = (inThousand * seeds) / 1_000;
    const count = counts[name] ?? 0;
    return count < least ? [`${name}: ${count}, and at least ${least} were to be seen`] : [];
  });
}

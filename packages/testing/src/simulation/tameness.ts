import type { Counts } from "./journal.ts";
import type { SeedsReport } from "./simulate-seeds.ts";

/** So often at least in a thousand seeds. */
const leastInThousand: Partial<Record<keyof Counts, number>> = {
  takeOvers: 300,
  lostAnswers: 1_500,
  lateLandings: 400,
  repeats: 600,
  longPauses: 500,
  crashes: 300,
  clockSteps: 250,
  forced: 200,
  deletions: 30,
};

/** What happened too seldom for the runs to prove anything, as sentences. */
export function tooTame({ counts, seeds }: SeedsReport): string[] {
  return (Object.keys(leastInThousand) as (keyof Counts)[]).flatMap((name) => {
    const least = ((leastInThousand[name] as number) * seeds) / 1_000;
    return counts[name] < least ? [`${name}: ${counts[name]}, and at least ${least} were to be seen`] : [];
  });
}

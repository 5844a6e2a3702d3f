/** What came of a race, in a few lines for people. */
import type { ProcessRacesReport, RaceRound } from "./process-races.ts";

/** The figures of all races: who took part, how often there was one winner, whether they met, what the counter says. */
export function raceFigures({ pids, creates, replaces, increments }: ProcessRacesReport): string {
  const { counted, distinct, expected } = increments;
  return [
    `${new Set(pids).size} processes: ${pids.join(" ")}`,
    `creates:    ${figuresOf(creates)}`,
    `replaces:   ${figuresOf(replaces)}`,
    `increments: ${counted} counted, ${distinct} distinct, ${expected} expected`,
  ].join("\n");
}

function figuresOf(rounds: readonly RaceRound[]): string {
  const single = rounds.filter(({ winners }) => winners.length === 1).length;
  const winners = new Set(rounds.flatMap((round) => round.winners)).size;
  const met = rounds.filter(({ atOnce }) => atOnce > 1).length;
  const most = Math.max(...rounds.map(({ atOnce }) => atOnce));
  return (
    `${single} of ${rounds.length} rounds with one winner, won by ${winners} different processes; ` +
    `writes met in ${met} rounds, at most ${most} at once`
  );
}

/** What calls of `update` came to, and what they must have sent. */
import type { CountReport, UpdateCalls } from "./deeds.ts";

/** What undisturbed calls send in all. */
export function explained(all: readonly UpdateCalls[]): number {
  return sum(all.map((each) => each.calls * costOf(each)));
}

/**
 * A read in the first round and from the third on (the second goes on with what settled the first), a write in each, and a
 * read that settles each refusal. A call that finds its change made already ends without a write.
 */
function costOf({ ending, rounds }: UpdateCalls): number {
  const reads = 1 + Math.max(0, rounds - 2);
  const writes = ending === "unchanged" ? rounds - 1 : rounds;
  const refused = succeeded({ ending }) ? rounds - 1 : rounds;
  return reads + writes + refused;
}

/** In one line, for people. */
export function figuresOf(all: readonly UpdateCalls[], requests: number): string {
  const successes = countOf(all.filter(succeeded));
  const rounds = sum(all.map((each) => each.calls * each.rounds));
  const ended = (ending: UpdateCalls["ending"]): number =>
    countOf(all.filter((calls) => calls.ending === ending));
  return (
    `${successes} updates, ${(rounds / successes).toFixed(2)} rounds and ${(requests / successes).toFixed(2)} requests ` +
    `a success, at most ${roundsMost(all)} rounds; ${ended("conflict")} calls gave up, and of ${ended("unknown")} ` +
    "nobody could tell before they looked"
  );
}

export const callsOf = (reports: readonly CountReport[]): readonly UpdateCalls[] =>
  reports.flatMap(({ calls }) => calls);
export const requestsOf = (reports: readonly CountReport[]): number =>
  sum(reports.map(({ requests }) => requests));
export const roundsMost = (all: readonly UpdateCalls[]): number =>
  Math.max(...all.map(({ rounds }) => rounds));

const succeeded = ({ ending }: Pick<UpdateCalls, "ending">): boolean =>
  ending === "written" || ending === "unchanged";
const countOf = (all: readonly UpdateCalls[]): number => sum(all.map(({ calls }) => calls));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, next) => total + next, 0);

/** T4. Contenders for one key, again and again: exactly one wins each time, and tokens are distinct and growing. */
import type { Actor } from "../processes/actor.ts";
import { broken, lease, type Trial } from "./trial.ts";

interface Contest {
  readonly processes: number;
  readonly rounds: number;
  /** A key of its own for each round is created in it; of one key for all, each round but the first replaces. */
  readonly keyOf: (round: number) => string;
}

/** Long enough for no lease to run out in a round. */
const ttlMs = 60_000;
/** Time for the moment to reach every process before it comes. */
const leadMs = 15;

/** 16 processes, one key, 50 times. */
export const sixteenProcesses = (trial: Trial): Promise<readonly string[]> =>
  contest(trial, { processes: 16, rounds: 50, keyOf: () => lease });

/** The same in little: for what is taken out. */
export const firstRounds = (trial: Trial): Promise<readonly string[]> =>
  contest(trial, { processes: 4, rounds: 10, keyOf: (round) => `${lease}-${round}` });
export const laterRounds = (trial: Trial): Promise<readonly string[]> =>
  contest(trial, { processes: 4, rounds: 10, keyOf: () => lease });

/** 32 contenders in one process, one key, 50 times. */
export async function thirtyTwoContenders(trial: Trial): Promise<readonly string[]> {
  const one = await trial.start("the one process");
  const { winners } = await one.ask("contend", { key: lease, contenders: 32, rounds: 50, ttlMs });
  return judged(trial, winners);
}

async function contest(trial: Trial, { processes, rounds, keyOf }: Contest): Promise<readonly string[]> {
  const names = Array.from({ length: processes }, (_, index) => `contender ${index + 1}`);
  const actors = await Promise.all(names.map((name) => trial.start(name)));
  const winners: (readonly number[])[] = [];
  for (let round = 1; round <= rounds; round++) winners.push(await race(actors, keyOf(round)));
  // Tokens of different keys are not comparable.
  return keyOf(1) === keyOf(2) ? judged(trial, winners) : oneEach(winners).concat(trial.violations());
}

/** The tokens that were granted in one round. All of them are given back. */
async function race(actors: readonly Actor[], key: string): Promise<readonly number[]> {
  const atMs = Number(process.hrtime.bigint()) / 1e6 + leadMs;
  const answers = await Promise.all(actors.map((actor) => actor.ask("acquire", { key, ttlMs, atMs })));
  const winners = actors.flatMap((actor, index) => {
    const token = answers[index]?.token ?? null;
    return token === null ? [] : [{ actor, token }];
  });
  await Promise.all(winners.map(({ actor }) => actor.ask("release", { key })));
  return winners.map(({ token }) => token);
}

function judged(trial: Trial, winners: readonly (readonly number[])[]): readonly string[] {
  const tokens = winners.flat();
  return [
    ...oneEach(winners),
    ...broken({
      "a token was not larger than the one before": tokens.some(
        (token, index) => token <= (tokens[index - 1] ?? 0),
      ),
    }),
    ...trial.violations(),
  ];
}

function oneEach(winners: readonly (readonly number[])[]): readonly string[] {
  return broken({
    "a round had several winners": winners.some((each) => each.length > 1),
    "a round had no winner": winners.some((each) => each.length === 0),
  });
}

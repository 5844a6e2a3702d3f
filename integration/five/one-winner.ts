/** T4. Contenders for one key, again and again: exactly one wins each time, and tokens are distinct and growing. */
import type { Actor } from "../processes/actor.ts";
import { broken, lease, type Trial } from "./trial.ts";

/** Long enough for no lease to run out in a round. */
const ttlMs = 60_000;
const processes = 16;
const rounds = 50;
/** Time for the moment to reach every process before it comes. */
const leadMs = 15;

/** A key of its own for each round: all of them create. */
export async function sixteenCreate(trial: Trial): Promise<readonly string[]> {
  // Tokens of different keys are not comparable.
  return [...oneEach(await contest(trial, (round) => `${lease}-${round}`)), ...trial.violations()];
}

/** One key: each round but the first replaces. */
export async function sixteenProcesses(trial: Trial): Promise<readonly string[]> {
  return judged(trial, await contest(trial, () => lease));
}

export async function thirtyTwoContenders(trial: Trial): Promise<readonly string[]> {
  const one = await trial.start("the one process");
  const { winners } = await one.ask("contend", { key: lease, contenders: 32, rounds, ttlMs });
  return judged(trial, winners);
}

/** Ends with the first round that shows something. */
async function contest(
  trial: Trial,
  keyOf: (round: number) => string,
): Promise<readonly (readonly number[])[]> {
  const names = Array.from({ length: processes }, (_, index) => `contender ${index + 1}`);
  const actors = await Promise.all(names.map((name) => trial.start(name)));
  const winners: (readonly number[])[] = [];
  while (winners.length < rounds && (winners.at(-1) ?? [0]).length === 1) {
    winners.push(await race(actors, keyOf(winners.length)));
  }
  return winners;
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

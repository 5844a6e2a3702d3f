/** One script of requests, asked of two servers: where their answers differ, and which facts of a profile that is about. */

/** One question of a script, with as much of the answer as both servers must agree on. */
export interface Step<P> {
  /** As a sentence; unique in its script. */
  readonly name: string;
  /** The facts of a profile that decide the answer; none where all servers are alike. */
  readonly shows: readonly string[];
  /** Starts from nothing that other steps have left behind. */
  ask(place: P): Promise<unknown>;
}

export type Script<P> = readonly Step<P>[];

/** What each step was answered, by its name; an error is an answer, too. */
export async function answersTo<P>(script: Script<P>, place: P): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const { name, ask } of script) {
    answers.set(name, await ask(place).catch((error: unknown) => `threw ${error}`));
  }
  return answers;
}

/** The facts that a script shows. */
export function factsShownBy<P>(script: Script<P>): readonly string[] {
  return [...new Set(script.flatMap(({ shows }) => shows))].sort();
}

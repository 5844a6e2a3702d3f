/** One write among many for the same state of one object, and how to tell who won. */
import type { PutCondition, Store } from "@fencepost/core";
import { decided } from "./decided.ts";
import type { Pace } from "./pace.ts";

/** What a contender was told. `unknown` may turn out either way. */
export type Verdict = "written" | "refused" | "unknown";

export interface Contender {
  /** Its body, by which its write can be told from the others'. */
  readonly text: string;
  readonly verdict: Verdict;
}

/** Sends one contender's write, again for as long as it is undecided. */
export async function contend(
  store: Store,
  key: string,
  text: string,
  condition: PutCondition,
  pace: Pace,
): Promise<Contender> {
  const body = new TextEncoder().encode(text);
  const result = await decided(store, pace, () => store.put(key, body, condition, { signal: pace.signal }));
  return { text, verdict: result.kind };
}

/**
 * All who won: those who were told so, and the one whose write stands, whatever it was told (its answer may have been
 * lost, or its own repeat refused). If the store decides the condition in the write itself, that is exactly one.
 */
export function winnersOf(contenders: readonly Contender[], standing: string | undefined): readonly string[] {
  return contenders
    .filter(({ text, verdict }) => verdict === "written" || text === standing)
    .map(({ text }) => text);
}

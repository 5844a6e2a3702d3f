/** A call of a document as its caller experiences it: it ends in time, and with nothing that was not foreseen. */
import { type CallOptions, type ErrorCode, isCoordinationError } from "@fencepost/core";
import type { Journal } from "../engine/journal.ts";
import type { Participant } from "../engine/program.ts";

/** Of every request of those who use documents, in milliseconds. So a call gives up within a run, and not after it. */
export const requestTimeoutMs = 500;
/** A call waits for the store for 16 times a request's time-out; the last write, its settling or a pause may begin before. */
const longestMs: number = 16 * requestTimeoutMs + 2_500;
const slipMs = 5;
/** Of so many calls, one being all, the caller loses patience. */
const shareOfAborted = 0.08;

export interface CheckedCall {
  readonly self: Participant;
  readonly journal: Journal;
  readonly call: string;
  /** What it may end with. */
  readonly passing: readonly ErrorCode[];
  /** How many calls it is, one after the other, each with patience of its own. @default 1 */
  readonly calls?: number | undefined;
}

/** Resolves to what it ended with, or `undefined` if all was well. */
export async function checked(
  { self, journal, call, passing, calls = 1 }: CheckedCall,
  work: (options: CallOptions) => Promise<void>,
): Promise<unknown> {
  const { clock, random, name } = self;
  const caller = random.unit() < shareOfAborted && !self.isOver() ? new AbortController() : undefined;
  let abortedAtMs = Number.POSITIVE_INFINITY;
  if (caller) {
    void clock.sleep(random.unit() * 1_000).then(() => {
      abortedAtMs = clock.monotonicMs();
      caller.abort("enough");
    });
  }
  const sinceMs = clock.monotonicMs() - self.pausedMs();
  let failure: unknown;
  try {
    await work({ signal: caller?.signal });
  } catch (error) {
    failure = error;
  }
  const tookMs = clock.monotonicMs() - self.pausedMs() - sinceMs;
  if (tookMs > calls * longestMs) journal.violate(name, `${call} took ${Math.round(tookMs)} ms`);
  if (failure === "enough" && clock.monotonicMs() > abortedAtMs + slipMs) {
    journal.violate(name, `${call} went on after its caller had given up`);
  }
  if (failure === undefined) return undefined;
  journal.say(name, `${call}: ${isCoordinationError(failure) ? failure.code : String(failure)}`);
  const isForeseen = failure === "enough" || passing.some((code) => isCoordinationError(failure, code));
  if (!isForeseen) journal.violate(name, `${call} failed with ${String(failure)}`);
  return failure;
}

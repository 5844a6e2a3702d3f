/** Waiting for whoever has it: in line, with conditional reads, and never longer than it can still live. */
import { atMost } from "../base/abort.ts";
import { deadlineAfter } from "../base/deadline.ts";
import { ContendedError, isCoordinationError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import { jittered } from "../base/random.ts";
import type { HeldRecord } from "../record/format.ts";
import type { Ask } from "./ask.ts";
import type { Contender } from "./contender.ts";
import type { PlaceInLine } from "./line.ts";
import type { Contention } from "./look.ts";

const firstPollMs = 100;
const pollGrowth = 1.6;
const longestPollMs = 2_000;

/** One look: what is wanted, or who has it. */
export type Attempt<G, R extends HeldRecord> = (
  before: Contention<R> | undefined,
) => Promise<G | Contention<R>>;

/**
 * Tries at once, and again for `waitMs`.
 *
 * @throws ContendedError when the wait is over; what `attempt` throws; the signal's own reason.
 */
export async function waitFor<G extends { readonly kind: string }, R extends HeldRecord>(
  contender: Contender,
  ask: Ask,
  waitMs: number,
  attempt: Attempt<G, R>,
): Promise<G> {
  if (waitMs === 0) {
    const answer = await attempt(undefined);
    if (!isContention(answer)) return answer;
    reportContention(contender, ask, answer, undefined);
    throw contended(contender, ask, answer, waitMs);
  }
  const inLine = contender.lines.enter(ask.place.name);
  try {
    return await poll(contender, ask, inLine, waitMs, attempt);
  } finally {
    inLine.leave();
  }
}

/** Ends with `waitMs` at the latest: each round sleeps, and no sleep is longer than what is left. */
async function poll<G extends { readonly kind: string }, R extends HeldRecord>(
  contender: Contender,
  ask: Ask,
  inLine: PlaceInLine,
  waitMs: number,
  attempt: Attempt<G, R>,
): Promise<G> {
  const { clock, random } = contender.access;
  const waiting = deadlineAfter(clock, waitMs);
  // Whoever stands in line until the wait is over gets one look all the same.
  await atMost(clock, waitMs, ask.signal, inLine.turn);
  let last: Contention<R> | undefined;
  for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * pollGrowth, longestPollMs)) {
    let expiresInMs = Number.POSITIVE_INFINITY;
    try {
      const answer = await attempt(last);
      if (!isContention(answer)) return answer;
      reportContention(contender, ask, answer, last);
      if (waiting.remainingMs() <= 0) throw contended(contender, ask, answer, waitMs);
      // Before it can have run out "unchanged" will do; the judgement itself needs the whole answer.
      expiresInMs = answer.expiresInMs;
      last = answer;
    } catch (error) {
      if (!isPassing(error) || waiting.remainingMs() <= 0) throw error;
    }
    const pauseMs = Math.min(jittered(pollMs, random), expiresInMs, waiting.remainingMs());
    if (pauseMs >= expiresInMs) last = undefined;
    await inLine.pause(Math.max(pauseMs, 1), ask.signal);
  }
}

function isContention<G extends { readonly kind: string }, R extends HeldRecord>(
  answer: G | Contention<R>,
): answer is Contention<R> {
  return answer.kind === "contended";
}

/** Not a verdict on who holds it: worth another look while the caller waits anyway. */
export function isPassing(error: unknown): boolean {
  return isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
}

export function contended<R extends HeldRecord>(
  contender: Contender,
  { place, subject }: Ask,
  contention: Contention<R>,
  waitMs: number,
): ContendedError {
  const { holder, token, expiresInMs } = contention;
  const waited = waitMs > 0 ? ` after waiting ${waitMs} ms` : "";
  return new ContendedError(
    `${subject} in ${contender.access.store.name} is held by ${printable(holder)} (token ${token})${waited}; ` +
      `unless it is renewed it can be taken in ${Math.ceil(expiresInMs / 1000)} s`,
    { key: place.key, holder, token, expiresInMs },
  );
}

export function reportContention<R extends HeldRecord>(
  contender: Contender,
  { place }: Ask,
  now: Contention<R>,
  before: Contention<R> | undefined,
): void {
  if (now.token === before?.token) return;
  const { holder, token } = now;
  contender.access.onEvent({ type: "lease.contended", key: place.key, token, holder });
}

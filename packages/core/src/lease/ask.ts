/** What one call asks for, checked before anything is sent, and for how long its caller waits for an answer. */
import { DeadlineError, unlessAborted, within } from "../base/abort.ts";
import { type Deadline, deadlineAfter } from "../base/deadline.ts";
import { UnavailableError, UnknownOutcomeError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import type { RecordPlace } from "../record/access.ts";
import type { Contender } from "./contender.ts";
import type { LeaseOptions } from "./options.ts";
import { StoreClock } from "./store-clock.ts";
import { type Timing, timingOf } from "./timing.ts";
import type { Carried } from "./transitions.ts";

export interface Ask {
  /** For messages: `the lease "nightly"`. */
  readonly subject: string;
  readonly place: RecordPlace;
  readonly timing: Timing;
  readonly note: string | undefined;
  readonly tokenAbove: FencingToken | undefined;
  readonly carried: Carried | undefined;
  /** How long it leaves to others what is free. */
  readonly standBackMs: number;
  readonly signal: AbortSignal | undefined;
  /** What this call has seen of the store's clock. */
  readonly storeClock: StoreClock;
  /** When it is over the caller is told what is known, and a write under way goes on in the background. */
  readonly patience: Deadline;
}

/** What the store may take beyond the wait for the holder: a read, a write, and one of them again. */
const requestsBeyondWait = 3;

/** Which record is asked for, and what its grant carries. */
export interface Asked {
  /** For messages. */
  readonly noun: string;
  readonly key: string;
  /** Where the record lies. */
  readonly nameOf: (key: string) => string;
  readonly carried?: Carried | undefined;
  /** Milliseconds for which it leaves to others what is free. @default 0 */
  readonly standBackMs?: number | undefined;
}

/**
 * The patience begins when the store may be asked.
 *
 * @throws as {@link Contender.requireProvenStore}; TypeError, RangeError for wrong arguments.
 */
export async function askOf(
  contender: Contender,
  { noun, key, nameOf, carried, standBackMs = 0 }: Asked,
  options: LeaseOptions,
  waitMs: number,
): Promise<Ask> {
  const timing = timingOf(options, {
    requestTimeoutMs: contender.settings.requestTimeoutMs,
    minWriteIntervalMs: contender.access.store.capabilities.minWriteIntervalMs,
  });
  const place = { key, name: nameOf(key), requestTimeoutMs: timing.requestTimeoutMs };
  // A first proof takes more requests than an acquire is given time for.
  await unlessAborted(options.signal, () => contender.requireProvenStore());
  const patienceMs = waitMs + requestsBeyondWait * timing.requestTimeoutMs;
  return {
    subject: `the ${noun} "${printable(key)}"`,
    place,
    timing,
    note: options.note,
    tokenAbove: options.tokenAbove,
    carried,
    standBackMs,
    signal: options.signal,
    storeClock: new StoreClock(),
    patience: deadlineAfter(contender.access.clock, patienceMs),
  };
}

/**
 * Waits for what this process had under way before under that name.
 *
 * @throws UnavailableError when the caller's patience is over: nothing was sent. The signal's own reason.
 */
export async function afterWhatWentBefore(contender: Contender, ask: Ask): Promise<void> {
  const { name } = ask.place;
  await whilePatient(contender, ask, contender.givingBack.finished(name), (cause) => unsent(ask, cause));
}

/**
 * Waits while the caller's patience lasts; `abandon` is called if it ends first, or the caller gives up.
 *
 * @param tooLong what is thrown when the patience is over
 * @throws the signal's own reason.
 */
export async function whilePatient<R>(
  contender: Contender,
  ask: Ask,
  promise: Promise<R>,
  tooLong: (cause: unknown) => Error,
  abandon?: () => void,
): Promise<R> {
  const ms = Math.max(ask.patience.remainingMs(), 1);
  try {
    return await within(contender.access.clock, ms, ask.signal, () => promise);
  } catch (error) {
    if (!(error instanceof DeadlineError) && !ask.signal?.aborted) throw error;
    abandon?.();
    throw error instanceof DeadlineError ? tooLong(error) : error;
  }
}

export function unknownGrant(
  contender: Contender,
  { place, subject }: Ask,
  cause: unknown,
): UnknownOutcomeError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new UnknownOutcomeError(
    `taking ${subject} in ${contender.access.store.name} may or may not have succeeded${why}. ` +
      "It is given back if it did; otherwise it runs out by itself. Try again later",
    { key: place.key, holder: contender.settings.holder, cause },
  );
}

function unsent({ place, subject }: Ask, cause: unknown): UnavailableError {
  return new UnavailableError(
    `${subject} was not asked for: an earlier request of this process for it has no answer yet, ` +
      "and a second one might overtake it. Try again later",
    { key: place.key, cause },
  );
}

/** A grant that came after its window had closed. */
export function tooLate({ place, subject, timing }: Ask): UnavailableError {
  return new UnavailableError(
    `${subject} was granted only after its window of ${Math.round(timing.windowMs)} ms had closed, so it was not used; ` +
      "it runs out by itself. The store is too slow, or this process stood still",
    { key: place.key },
  );
}

/** A first token that does not come from the store's clock may have been granted before. */
export function warnOfSeed(contender: Contender, { place }: Ask): void {
  contender.access.onEvent({
    type: "store.warning",
    key: place.key,
    message:
      "the store did not say what time it is, so the first fencing token is 1; if this lease's record was deleted, " +
      "acquire with tokenAbove the last token",
  });
}

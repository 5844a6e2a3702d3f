/** One try to be granted a lease: read, judge, write. Two requests, or one if this process freed it last. */
import { DeadlineError, within } from "../base/abort.ts";
import type { Deadline } from "../base/deadline.ts";
import { UnavailableError, UnknownOutcomeError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import type { RecordPlace } from "../record/access.ts";
import { RecordCell } from "../record/cell.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type Absent, type Present, readRecord, type Sighting } from "../record/read.ts";
import { writeRecord } from "../record/write.ts";
import type { Contender } from "./contender.ts";
import { type Contention, look } from "./look.ts";
import { rolledBack } from "./rolled-back.ts";
import type { StoreClock } from "./store-clock.ts";
import { Term } from "./term.ts";
import type { Timing } from "./timing.ts";
import { granted } from "./transitions.ts";
import { Window } from "./window.ts";

/** What is asked for, by one call of a user's. */
export interface Ask {
  readonly place: RecordPlace;
  readonly timing: Timing;
  readonly note: string | undefined;
  readonly tokenAbove: FencingToken | undefined;
  readonly signal: AbortSignal | undefined;
  /** What this call has seen of the store's clock. */
  readonly storeClock: StoreClock;
  /** When it is over the caller is told what is known, and a write under way goes on in the background. */
  readonly patience: Deadline;
}

export interface Grant {
  readonly kind: "granted";
  readonly term: Term;
  readonly cell: RecordCell<LeaseRecord>;
}

/** Bounds a run of lost races, after each of which the lease was free again when we looked. */
const roundsMost = 4;

/**
 * @param before an earlier contention of the same call, so that the store may answer "unchanged"
 * @throws UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the
 *   signal's own reason.
 */
export async function attempt(
  contender: Contender,
  ask: Ask,
  before?: Contention,
): Promise<Grant | Contention> {
  const { place, patience, signal } = ask;
  await inTime(contender, ask, contender.givingBack.finished(place.key), (cause) => unsent(ask, cause));
  let base: Present<LeaseRecord> | Absent | undefined = contender.freed.take(place.key);
  let seen: Sighting<LeaseRecord> | undefined;
  for (let round = 1; round <= roundsMost; round++) {
    if (!base) {
      const unless = before?.seen;
      seen ??= await readRecord(contender.access, place, leaseFormat, { deadline: patience, signal, unless });
      const contention = look(contender, place.key, ask.storeClock, seen, before);
      if (contention) return contention;
      base = seen;
    }
    const outcome = await writeGrant(contender, ask, base);
    if (outcome.kind === "granted") return outcome;
    base = undefined;
    seen = outcome.seen;
  }
  throw new UnavailableError(
    `the lease "${printable(place.key)}" changed hands ${roundsMost} times while we tried to take it; try again, with waitMs`,
    { key: place.key },
  );
}

async function writeGrant(
  contender: Contender,
  ask: Ask,
  base: Present<LeaseRecord> | Absent,
): Promise<Grant | { readonly kind: "lost-race"; readonly seen: Sighting<LeaseRecord> }> {
  const { access, progress, settings } = contender;
  const { place, timing } = ask;
  if (base.kind === "absent" && base.tokenSeed === undefined) warnOfSeed(contender, place.key);
  const record = granted(base, {
    holder: settings.holder,
    ttlMs: timing.ttlMs,
    note: ask.note,
    tokenAbove: ask.tokenAbove,
  });
  const openedAtMs = progress.nowMs();
  const window = new Window(progress, timing.windowMs, openedAtMs);
  ask.signal?.throwIfAborted();
  const granting = writeRecord(access, place, leaseFormat, base, record, { deadline: window });
  const outcome = await inTime(
    contender,
    ask,
    granting,
    (cause) => unknown(contender, ask, cause),
    () => contender.givingBack.add(access, place, granting, window),
  );
  switch (outcome.kind) {
    case "written": {
      if (window.remainingMs() <= 0) throw tooLate(place, timing);
      const { holder, token } = outcome.state.record;
      const { key } = place;
      const term = new Term({ key, holder, token, timing, progress, openedAtMs, onEvent: access.onEvent });
      return { kind: "granted", term, cell: new RecordCell(access, place, leaseFormat, outcome.state) };
    }
    case "unknown":
      throw unknown(contender, ask, outcome.cause);
    case "rolled-back":
      throw rolledBack(access.store, place);
    case "conflict":
    case "replaced":
    case "deleted":
    // Whether or not it was ours for a moment, it is not now: what stands there is to be judged as for anybody.
    case "overtaken":
      return { kind: "lost-race", seen: outcome.seen };
  }
}

/** Waits while the caller's patience lasts; `abandon` is called if it ends first, or the caller gives up. */
async function inTime<R>(
  contender: Contender,
  ask: Ask,
  promise: Promise<R>,
  tooLong: (cause: DeadlineError) => Error,
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

function unknown(contender: Contender, { place }: Ask, cause: unknown): UnknownOutcomeError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new UnknownOutcomeError(
    `taking the lease "${printable(place.key)}" in ${contender.access.store.name} may or may not have succeeded${why}. ` +
      "It is given back if it did; otherwise it runs out by itself. Try again later",
    { key: place.key, holder: contender.settings.holder, cause },
  );
}

function unsent({ place }: Ask, cause: unknown): UnavailableError {
  return new UnavailableError(
    `the lease "${printable(place.key)}" was not asked for: an earlier request of this process for it has no answer yet, ` +
      "and a second one might overtake it. Try again later",
    { key: place.key, cause },
  );
}

function tooLate(place: RecordPlace, timing: Timing): UnavailableError {
  return new UnavailableError(
    `the lease "${printable(place.key)}" was granted only after its window of ${Math.round(timing.windowMs)} ms had closed, so it was not used; ` +
      "it runs out by itself. The store is too slow, or this process stood still",
    { key: place.key },
  );
}

function warnOfSeed(contender: Contender, key: string): void {
  contender.access.onEvent({
    type: "store.warning",
    key,
    message:
      "the store did not say what time it is, so the first fencing token is 1; if this lease's record was deleted, " +
      "acquire with tokenAbove the last token",
  });
}

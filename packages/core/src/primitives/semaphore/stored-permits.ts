/**
 * How many permits there are: a number that stands in the store, in a record that nobody ever holds. Whoever has taken its
 * last slot reads it then, since what was read before may have been changed meanwhile (protocol, semaphores).
 */
import { unlessAborted } from "../../base/abort.ts";
import { deadlineAfter } from "../../base/deadline.ts";
import { ConflictError, UnknownOutcomeError } from "../../base/errors.ts";
import { printable, semaphoreName } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import { rolledBack } from "../../lease/rolled-back.ts";
import type { RecordPlace } from "../../record/access.ts";
import { type LeaseRecord, leaseFormat } from "../../record/lease-record.ts";
import { type Absent, type Present, readRecord, type Sighting } from "../../record/read.ts";
import { writeRecord } from "../../record/write.ts";
import type { Seat } from "./seat.ts";

export const permitsMost = 1_000;
/** As many as a read and a write send at most, and some more. */
const requestsMost = 6;
const roundsMost = 3;
/** Nobody holds the record, so nobody waits for it. */
const ttlMs = 3_000;

/** @throws TypeError, RangeError naming the rule. */
export function checkPermits(permits: unknown): asserts permits is number {
  if (typeof permits !== "number") {
    throw new TypeError(`permits is ${JSON.stringify(permits)}; say how many at a time`);
  }
  if (!Number.isInteger(permits) || permits < 1 || permits > permitsMost) {
    throw new RangeError(`permits is ${permits}; give an integer from 1 to ${permitsMost}`);
  }
}

/** The stored number. Stores what the handle was opened with where none is. */
export async function readPermits(seat: Seat, signal: AbortSignal | undefined): Promise<number> {
  const seen = await look(seat, signal);
  const present = seen.kind === "present" ? seen : await store(seat, seen, seat.stored.wanted, signal);
  return note(seat, permitsIn(seat, present));
}

/** The largest number that there ever was: so many slots may be held. One read, and nothing is written. */
export async function slotsEver(seat: Seat, signal: AbortSignal | undefined): Promise<number> {
  const seen = await look(seat, signal);
  return seen.kind === "absent" ? seat.stored.wanted : (seen.record.slots ?? permitsIn(seat, seen));
}

/** Errors as of `semaphore.resize`. */
export async function resize(seat: Seat, permits: number, signal: AbortSignal | undefined): Promise<void> {
  await unlessAborted(signal, () => seat.contender.requireProvenStore());
  const seen = await look(seat, signal);
  if (seen.kind === "present" && permitsIn(seat, seen) === permits) return;
  const written = await store(seat, seen, permits, signal);
  seat.stored.known = permits;
  if (permitsIn(seat, written) === permits) return;
  throw new ConflictError(
    `the semaphore "${printable(seat.key)}" was resized to ${permitsIn(seat, written)} by others at the same time; try again`,
    { key: seat.key },
  );
}

const placeOf = ({ contender, key }: Seat): RecordPlace =>
  contender.placeOf(key, (each) => semaphoreName(each, "permits"));

function look(seat: Seat, signal: AbortSignal | undefined): Promise<Sighting<LeaseRecord>> {
  const place = placeOf(seat);
  const { access } = seat.contender;
  const deadline = deadlineAfter(access.clock, requestsMost * place.requestTimeoutMs);
  return readRecord(access, place, leaseFormat, { deadline, signal });
}

/** Writes over `base`, or gives back what others wrote meanwhile. Nothing waits for the caller's signal once it is sent. */
async function store(
  seat: Seat,
  base: Present<LeaseRecord> | Absent,
  permits: number,
  signal: AbortSignal | undefined,
): Promise<Sighting<LeaseRecord> & Present<LeaseRecord>> {
  const { access } = seat.contender;
  const place = placeOf(seat);
  const deadline = deadlineAfter(access.clock, requestsMost * place.requestTimeoutMs);
  let over = base;
  for (let round = 1; round <= roundsMost; round++) {
    const on = over;
    const outcome = await unlessAborted(signal, () =>
      writeRecord(access, place, leaseFormat, on, resized(seat, on, permits), { deadline }),
    );
    const nowMs = access.clock.monotonicMs();
    if (outcome.kind === "written") {
      return { ...outcome.state, times: undefined, sentAtMs: nowMs, answeredAtMs: nowMs };
    }
    if (outcome.kind === "unknown") throw unknown(seat, outcome.cause);
    if (outcome.kind === "rolled-back") throw rolledBack(access.store, place);
    if (outcome.seen.kind === "present") return outcome.seen;
    over = outcome.seen;
  }
  throw unknown(seat, undefined);
}

function resized(
  { contender }: Seat,
  base: Present<LeaseRecord> | Absent,
  permits: number,
): Omit<LeaseRecord, "recent"> {
  const before = base.kind === "present" ? base.record : undefined;
  return {
    state: "free",
    token: before?.token ?? (((base.kind === "absent" && base.tokenSeed) || 1) as FencingToken),
    holder: contender.settings.holder,
    ttlMs,
    renewals: (before?.renewals ?? -1) + 1,
    permits,
    slots: Math.max(permits, before?.slots ?? 0),
  };
}

function permitsIn({ stored }: Seat, { record }: Present<LeaseRecord>): number {
  return record.permits ?? stored.wanted;
}

function note({ contender, key, stored }: Seat, permits: number): number {
  stored.known = permits;
  if (permits !== stored.wanted && !stored.hasWarned) {
    stored.hasWarned = true;
    contender.access.onEvent({
      type: "store.warning",
      key,
      message: `this program was to have ${stored.wanted} permits, and ${permits} are stored: so many it is; resize changes that for everybody`,
    });
  }
  return permits;
}

function unknown({ key, contender }: Seat, cause: unknown): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `whether the number of permits of the semaphore "${printable(key)}" in ${contender.access.store.name} was stored is not known; repeat it: that does no harm`,
    { key, cause },
  );
}

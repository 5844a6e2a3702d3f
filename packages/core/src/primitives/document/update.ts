/** Read, change, write if nothing came in between; and again, for a bounded number of rounds (protocol, section 7). */
import { unlessAborted } from "../../base/abort.ts";
import type { Deadline } from "../../base/deadline.ts";
import { ConflictError } from "../../base/errors.ts";
import { jittered } from "../../base/random.ts";
import type { DocumentRecord } from "../../record/document-record.ts";
import type { Sighting } from "../../record/read.ts";
import { land, type NextRecord, type Standing } from "./landing.ts";
import type { Change, Updated } from "./snapshot.ts";
import { look, nameOf, snapshotOf, type Target } from "./target.ts";

/** Who writes: what it may write on, and as what. */
export interface Writer {
  /** @throws FencedError and others if what stands there is not this writer's to replace. */
  admit(standing: Standing): void;
  next(base: Standing, content: Uint8Array): NextRecord;
  readonly deadline: Deadline;
}

export interface Applied<T> {
  readonly updated: Updated<T>;
  readonly standing: Standing;
}

const roundsMost = 16;
const firstPauseMs = 25;
const longestPauseMs = 2_000;

/**
 * @throws ConflictError after 16 rounds, or when the deadline is over; what `change`, the writer and {@link land} throw;
 *   TypeError for a value that could not be read again; the signal's own reason.
 */
export async function applyChange<T>(
  target: Target<T>,
  writer: Writer,
  change: Change<T>,
  signal: AbortSignal | undefined,
): Promise<Applied<T>> {
  const { place, codec } = target;
  let seen: Sighting<DocumentRecord> | undefined;
  let rounds = 1;
  for (; rounds <= roundsMost && (rounds === 1 || writer.deadline.remainingMs() > 0); rounds++) {
    seen ??= await look(target, writer.deadline, signal);
    writer.admit(seen);
    const base = await snapshotOf(target, seen, signal);
    const next = await changed(target, change, base.value, signal);
    // `undefined` that stays is a document that stays absent.
    if (Object.is(next, base.value)) return { updated: { ...base, value: next, rounds }, standing: seen };
    const { bytes, value } = await unlessAborted(signal, () => codec.encode(next, place.key));
    const record = writer.next(seen, bytes);
    const landing = await land(target, seen, record, writer.deadline, signal);
    if (landing.kind === "landed") {
      const { version, standing } = landing;
      return { updated: { value, version, token: record.fence?.token, rounds }, standing };
    }
    // What settled the first conflict is as fresh as a new read. Later on there is a crowd, which has to thin out.
    seen = rounds === 1 ? landing.seen : await afterPause(target, rounds, signal);
  }
  throw new ConflictError(
    `${nameOf(target)} was written by others in each of ${rounds - 1} rounds; back off, and try again`,
    { key: place.key },
  );
}

async function changed<T>(
  { codec, place }: Target<T>,
  change: Change<T>,
  current: T | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  const before = codec.fingerprint(current);
  const next = await unlessAborted(signal, async () => change(current));
  if (codec.fingerprint(current) === before) return next;
  throw new TypeError(
    `the change of "${place.key}" changed its argument in place, which may run again on it; return a new value`,
  );
}

async function afterPause(
  { contender }: Target<unknown>,
  rounds: number,
  signal: AbortSignal | undefined,
): Promise<undefined> {
  const { clock, random, store } = contender.access;
  const pauseMs = Math.min(firstPauseMs * 2 ** rounds, longestPauseMs);
  await clock.sleep(jittered(Math.max(pauseMs, store.capabilities.minWriteIntervalMs), random), signal);
  return undefined;
}

/** Read, change, write if nothing came in between; and again, for a bounded number of rounds (protocol, section 7). */
import { unlessAborted } from "../../base/abort.ts";
import type { Deadline } from "../../base/deadline.ts";
import { ConflictError } from "../../base/errors.ts";
import { jittered } from "../../base/random.ts";
import type { FencingToken } from "../../base/token.ts";
import type { DocumentRecord } from "../../record/document-record.ts";
import type { Sighting } from "../../record/read.ts";
import type { Landing, Standing } from "./landing.ts";
import type { Change, Updated } from "./snapshot.ts";
import { look, nameOf, snapshotOf, type Target } from "./target.ts";

/** Who writes: what it may write on, and how. */
export interface Writer {
  readonly deadline: Deadline;
  /** Under which it writes; `undefined`: without a lease. */
  readonly token: FencingToken | undefined;
  /** @throws FencedError and others if what stands there is not this writer's to replace. */
  admit(standing: Standing): void;
  /** @param content `undefined`: none any more @throws as `land`. */
  land(base: Standing, content: Uint8Array | undefined): Promise<Landing>;
}

const roundsMost = 16;
const firstPauseMs = 25;
const longestPauseMs = 2_000;

/**
 * @throws ConflictError after 16 rounds, or when the deadline is over; what `change` and the writer throw;
 *   TypeError for a value that could not be read again; the signal's own reason.
 */
export async function applyChange<T>(
  target: Target<T>,
  writer: Writer,
  change: Change<T>,
  signal: AbortSignal | undefined,
): Promise<Updated<T>> {
  const { place, codec } = target;
  let seen: Sighting<DocumentRecord> | undefined;
  let rounds = 1;
  for (; rounds <= roundsMost && (rounds === 1 || writer.deadline.remainingMs() > 0); rounds++) {
    seen ??= await look(target, writer.deadline, signal);
    writer.admit(seen);
    const base = await snapshotOf(target, seen, signal);
    const next = await changed(target, change, base.value, signal);
    // `undefined` that stays is a document that stays absent.
    if (Object.is(next, base.value)) return { ...base, value: next, rounds };
    const { bytes, value } = await unlessAborted(signal, () => codec.encode(next, place.key));
    const landing = await writer.land(seen, bytes);
    if (landing.kind === "untold") throw landing.error;
    if (landing.kind === "landed") return { value, version: landing.version, token: writer.token, rounds };
    // Whoever is fenced off meanwhile stops here, for ever.
    writer.admit(landing.seen);
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

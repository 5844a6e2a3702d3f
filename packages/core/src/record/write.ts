/**
 * One logical write: its id is drawn once, the same bytes with the same condition are sent as often as needed, and what is
 * unclear is settled by reading. The only place that repeats a write or reads back (protocol, section 2).
 *
 * Nothing is guessed: if the store stays silent until the deadline, the outcome is `unknown`.
 */
import type { Deadline } from "../base/deadline.ts";
import { isCoordinationError } from "../base/errors.ts";
import { jittered } from "../base/random.ts";
import type { PutCondition, PutResult, Version } from "../store/store.ts";
import { type RecordPlace, requestPut, type StoreAccess } from "./access.ts";
import { type RecordFormat, recentIdsMost, type StoredRecord } from "./format.ts";
import { type Absent, type Present, readRecord, type Sighting } from "./read.ts";
import { settle } from "./settle.ts";

export type WriteOutcome<R> =
  | ({ readonly kind: "written" } & { readonly state: Present<R> })
  | { readonly kind: "replaced"; readonly seen: Sighting<R> }
  | { readonly kind: "conflict" | "rolled-back"; readonly seen: Sighting<R> }
  | { readonly kind: "deleted"; readonly seen: Sighting<R> }
  /** Nobody can tell whether it landed; what it was conditioned on is gone, so it neither stands nor can land any more. */
  | { readonly kind: "overtaken"; readonly seen: Sighting<R> }
  | { readonly kind: "unknown"; readonly cause: unknown };

export interface WriteOptions {
  /** When it is over nothing is sent again: one more read, and then the outcome is what is known by then. */
  readonly deadline: Deadline;
  /** A bound on top of the deadline, for a store that refuses at once and for ever. @default 64 */
  readonly attemptsMost?: number | undefined;
  /** Called once if the first answer did not settle it. */
  readonly onUncertain?: (() => void) | undefined;
}

/** Undecided answers in a row (409, 429) after which we read: perhaps the race is long decided. */
const undecidedMost = 3;
const defaultAttemptsMost = 64;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/**
 * Writes `next` in place of `base`, and says what became of it.
 *
 * @param next the record to write, without its write ids
 * @throws MisconfiguredError, UnsupportedStoreError if the first answer says so: nothing was written.
 *   BadRecordError if what stands there instead cannot be read.
 */
export async function writeRecord<R extends StoredRecord>(
  access: StoreAccess,
  place: RecordPlace,
  format: RecordFormat<R>,
  base: Present<R> | Absent,
  next: Omit<R, "recent">,
  options: WriteOptions,
): Promise<WriteOutcome<R>> {
  const id = access.random.id();
  const before = base.kind === "present" ? base.record.recent : [];
  const record = { ...next, recent: [id, ...before].slice(0, recentIdsMost) } as unknown as R;
  const body = format.encode(record);
  const condition: PutCondition = base.kind === "present" ? { matches: base.version } : "absent";
  const { attemptsMost = defaultAttemptsMost } = options;
  let cause: unknown;
  let mayHaveLanded = false;

  for (let attempt = 1, undecided = 0; attempt <= attemptsMost; attempt++) {
    const answer = await put(access, place, body, condition, mayHaveLanded);
    if (answer.kind === "written") return written(answer.version, record);
    if (attempt === 1) options.onUncertain?.();
    // A refusal that could not be settled may be that of our own request, repeated on its way.
    if (answer.kind !== "undecided") mayHaveLanded = true;
    cause = reasonOf(answer);

    const over = options.deadline.remainingMs() <= 0;
    undecided = answer.kind === "undecided" ? undecided + 1 : 0;
    if (answer.kind !== "undecided" || over || undecided >= undecidedMost) {
      undecided = 0;
      const settled = await settleByRead(access, place, format, base, record, options.deadline);
      if (settled) return settled;
    }
    const pauseMs = jittered(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs), access.random);
    if (over || options.deadline.remainingMs() <= 0) break;
    await access.clock.sleep(Math.min(pauseMs, options.deadline.remainingMs()));
  }
  return { kind: "unknown", cause };
}

async function put(
  access: StoreAccess,
  place: RecordPlace,
  body: Uint8Array,
  condition: PutCondition,
  mayHaveLanded: boolean,
): Promise<PutResult> {
  try {
    return await requestPut(access, place, body, condition);
  } catch (error) {
    // An earlier attempt may have landed: that the store refuses us now says nothing of it.
    if (mayHaveLanded) return { kind: "unknown", cause: error };
    throw error;
  }
}

/** A final outcome, or `undefined` if only the same request again can tell. */
async function settleByRead<R extends StoredRecord>(
  access: StoreAccess,
  place: RecordPlace,
  format: RecordFormat<R>,
  base: Present<R> | Absent,
  record: R,
  deadline: Deadline,
): Promise<WriteOutcome<R> | undefined> {
  let seen: Sighting<R>;
  try {
    seen = await readRecord(access, place, format, { deadline });
  } catch (error) {
    if (isCoordinationError(error, "bad-record")) throw error;
    return undefined;
  }
  const verdict = settle(record.recent[0] as string, base, seen);
  if (verdict === "not-final") return undefined;
  access.onEvent({ type: "write.settled", key: place.key, outcome: verdict });
  if (verdict === "written") return written((seen as Present<R>).version, record);
  return { kind: verdict, seen };
}

function written<R>(version: Version, record: R): WriteOutcome<R> {
  return { kind: "written", state: { kind: "present", version, record } };
}

function reasonOf(answer: PutResult): unknown {
  if (answer.kind === "unknown") return answer.cause;
  return new Error(answer.kind === "undecided" ? answer.detail : "the store refused the condition");
}

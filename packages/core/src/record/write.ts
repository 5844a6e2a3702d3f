/**
 * One logical write, or the removal of an object: its id is drawn once, the same bytes with the same condition are sent as often as needed, and what is
 * unclear is settled by reading. The only place that repeats a write or reads back (protocol, section 2).
 *
 * Nothing is guessed: if the store stays silent until the deadline, the outcome is `unknown`.
 */
import type { Clock } from "../base/clock.ts";
import type { Deadline } from "../base/deadline.ts";
import { isCoordinationError } from "../base/errors.ts";
import { jittered } from "../base/random.ts";
import type { PutCondition, PutResult, Version } from "../store/store.ts";
import { type RecordPlace, requestDelete, requestPut, type StoreAccess } from "./access.ts";
import type { Content, RecordFormat, StoredRecord } from "./format.ts";
import { recentIdsMost } from "./members.ts";
import { type Absent, type Present, readRecord, type Sighting } from "./read.ts";
import { settle } from "./settle.ts";

export type WriteOutcome<R> =
  | ({ readonly kind: "written" } & { readonly state: Present<R> })
  | { readonly kind: "replaced"; readonly seen: Sighting<R> }
  | { readonly kind: "conflict" | "rolled-back"; readonly seen: Sighting<R> }
  /** Nothing stands there: through others, or after a removal perhaps through us. */
  | { readonly kind: "deleted"; readonly seen: Sighting<R> }
  /** Nobody can tell whether it landed; what it was conditioned on is gone, so it neither stands nor can land any more. */
  | { readonly kind: "overtaken"; readonly seen: Sighting<R> }
  | { readonly kind: "unknown"; readonly cause: unknown };

export interface WriteOptions {
  /** When it is over nothing is sent again: one more read, and then the outcome is what is known by then. */
  readonly deadline: Deadline;
  /** The write id, where what is written names it a second time. @default drawn now */
  readonly id?: string | undefined;
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
 * @param next the record to write, without its write ids; `undefined` to remove the object: then `deleted` says that it is
 *   gone, through us or through others, and nothing says `written`
 * @throws MisconfiguredError, UnsupportedStoreError if the first answer says so: nothing was written.
 *   BadRecordError if what stands there instead cannot be read.
 */
export async function writeRecord<R extends StoredRecord>(
  access: StoreAccess,
  place: RecordPlace,
  format: RecordFormat<R>,
  base: Present<R> | Absent,
  next: Omit<R, "recent"> | undefined,
  options: WriteOptions,
): Promise<WriteOutcome<R>> {
  const id = options.id ?? access.random.id();
  const before = base.kind === "present" ? base.record.recent : [];
  const record = next && ({ ...next, recent: [id, ...before].slice(0, recentIdsMost) } as unknown as R);
  const content = record && format.encode(record);
  const write: LogicalWrite<R> = { id, base, record, unanswered: false };
  const { attemptsMost = defaultAttemptsMost } = options;
  let cause: unknown;
  let mayHaveLanded = false;

  for (let attempt = 1, undecided = 0; attempt <= attemptsMost; attempt++) {
    const answer = await put(access, place, content, conditionOn(write.base), mayHaveLanded);
    if (answer.kind === "written") return record ? written(answer.version, record) : removed(access.clock);
    if (attempt === 1) options.onUncertain?.();
    // A refusal that could not be settled may be that of our own request, repeated on its way.
    if (answer.kind !== "undecided") mayHaveLanded = true;
    if (answer.kind === "unknown") write.unanswered = true;
    cause = reasonOf(answer);

    const over = options.deadline.remainingMs() <= 0;
    undecided = answer.kind === "undecided" ? undecided + 1 : 0;
    if (answer.kind !== "undecided" || over || undecided >= undecidedMost) {
      undecided = 0;
      const settled = await settleByRead(access, place, format, write, options.deadline);
      if (settled) return settled;
    }
    const pauseMs = jittered(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs), access.random);
    if (over || options.deadline.remainingMs() <= 0) break;
    await access.clock.sleep(Math.min(pauseMs, options.deadline.remainingMs()));
  }
  return { kind: "unknown", cause };
}

/** What the settling of a write must know of it. */
interface LogicalWrite<R> {
  readonly id: string;
  /** What it is conditioned on; if that moves to another version, the same write follows it. */
  base: Present<R> | Absent;
  readonly record: R | undefined;
  /** An attempt was without an answer. */
  unanswered: boolean;
}

function conditionOn<R>(base: Present<R> | Absent): PutCondition {
  return base.kind === "present" ? { matches: base.version } : "absent";
}

async function put(
  access: StoreAccess,
  place: RecordPlace,
  content: Content | undefined,
  condition: PutCondition,
  mayHaveLanded: boolean,
): Promise<PutResult> {
  try {
    if (content) return await requestPut(access, place, content, condition);
    return await requestDelete(access, place, (condition as Exclude<PutCondition, "absent">).matches);
  } catch (error) {
    // An earlier attempt may have landed: that the store refuses us now says nothing of it.
    if (mayHaveLanded) return { kind: "unknown", cause: error };
    throw error;
  }
}

/** A final outcome, or `undefined` if only the same write again can tell. */
async function settleByRead<R extends StoredRecord>(
  access: StoreAccess,
  place: RecordPlace,
  format: RecordFormat<R>,
  write: LogicalWrite<R>,
  deadline: Deadline,
): Promise<WriteOutcome<R> | undefined> {
  let seen: Sighting<R>;
  try {
    seen = await readRecord(access, place, format, { deadline });
  } catch (error) {
    if (isCoordinationError(error, "bad-record")) throw error;
    return undefined;
  }
  const { id, base, record, unanswered } = write;
  const from = base.kind === "present" ? base.record : undefined;
  const hidden = unanswered && format.canHide?.(record, from, access.store.capabilities.uniqueVersions);
  const verdict = settle(id, base, seen, hidden);
  if (verdict === "not-final") return undefined;
  if (verdict === "moved" && format.isWhole) {
    write.base = seen;
    return undefined;
  }
  access.onEvent({ type: "write.settled", key: place.key, outcome: verdict, writeId: id });
  if (verdict === "written") return written((seen as Present<R>).version, record as R);
  return { kind: verdict === "moved" ? "conflict" : verdict, seen };
}

function written<R>(version: Version, record: R): WriteOutcome<R> {
  return { kind: "written", state: { kind: "present", version, record } };
}

function removed<R>(clock: Clock): WriteOutcome<R> {
  const nowMs = clock.monotonicMs();
  const none = { kind: "absent", tokenSeed: undefined, times: undefined } as const;
  return { kind: "deleted", seen: { ...none, sentAtMs: nowMs, answeredAtMs: nowMs } };
}

function reasonOf(answer: PutResult): unknown {
  if (answer.kind === "unknown") return answer.cause;
  return new Error(answer.kind === "undecided" ? answer.detail : "the store refused the condition");
}

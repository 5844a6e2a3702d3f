/** One document as a process reaches it, and what a read of it shows. */
import { unlessAborted } from "../../base/abort.ts";
import { type Deadline, deadlineAfter } from "../../base/deadline.ts";
import { documentName, printable } from "../../base/keys.ts";
import type { Contender } from "../../lease/contender.ts";
import { defaultRequestTimeoutMs } from "../../lease/timing.ts";
import type { RecordPlace } from "../../record/access.ts";
import type { ValueCodec } from "../../record/codec.ts";
import { type DocumentRecord, documentFormat } from "../../record/document-record.ts";
import { readRecord, type Sighting } from "../../record/read.ts";
import type { Version } from "../../store/store.ts";
import type { Snapshot } from "./snapshot.ts";

export interface Target<T> {
  readonly contender: Contender;
  readonly place: RecordPlace;
  readonly codec: ValueCodec<T>;
}

/** As many times a request's time-out as a call may wait for the store in all. */
const patience = 16;

/** @throws TypeError for a key that cannot be a name. */
export function targetOf<T>(contender: Contender, key: string, codec: ValueCodec<T>): Target<T> {
  const { requestTimeoutMs = defaultRequestTimeoutMs } = contender.settings;
  return { contender, place: { key, name: documentName(key), requestTimeoutMs }, codec };
}

/** For people: `the document "k" in s3://bucket`. */
export function nameOf({ contender, place }: Target<unknown>): string {
  return `the document "${printable(place.key)}" in ${contender.access.store.name}`;
}

/** Until when a call may go on: for a while, and no longer than somebody waits for it. */
export function patienceOf({ contender, place }: Target<unknown>, signal: AbortSignal | undefined): Deadline {
  const deadline = deadlineAfter(contender.access.clock, patience * place.requestTimeoutMs);
  return { remainingMs: () => (signal?.aborted ? 0 : deadline.remainingMs()) };
}

/** @throws UnavailableError, BadRecordError, MisconfiguredError; the signal's own reason. */
export function look(
  { contender, place }: Target<unknown>,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<Sighting<DocumentRecord>> {
  return readRecord(contender.access, place, documentFormat, { deadline, signal });
}

/** As {@link look}; `undefined` if it still has that version. */
export async function lookUnless(
  target: Target<unknown>,
  version: Version | undefined,
  signal: AbortSignal | undefined,
): Promise<Sighting<DocumentRecord> | undefined> {
  const { contender, place } = target;
  const deadline = patienceOf(target, signal);
  const unless = version === undefined ? undefined : ({ kind: "present", version, record: unread } as const);
  const seen = await readRecord(contender.access, place, documentFormat, { deadline, signal, unless });
  return (seen.kind === "present" ? seen.version : undefined) === version ? undefined : seen;
}

/** Stands for a state of which only the version is known. */
const unread: DocumentRecord = {
  content: undefined,
  deleted: false,
  contentType: undefined,
  metadata: {},
  fence: undefined,
  recent: [],
  token: 0,
  renewals: 0,
};

/** @throws BadRecordError for bytes that are no such value. */
export async function snapshotOf<T>(
  { codec, place }: Target<T>,
  seen: Sighting<DocumentRecord>,
  signal: AbortSignal | undefined,
): Promise<Snapshot<T | undefined>> {
  if (seen.kind === "absent") return { value: undefined, version: undefined, token: undefined };
  const { content, fence } = seen.record;
  const value = content && (await unlessAborted(signal, () => codec.decode(content, place.key)));
  return { value, version: seen.version, token: fence?.token };
}

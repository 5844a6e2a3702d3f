/** Looking at a lease without asking for it. */
import { deadlineAfter } from "../base/deadline.ts";
import { recordNameOf } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import type { RecordPlace } from "../record/access.ts";
import { leaseFormat } from "../record/lease-record.ts";
import { readRecord } from "../record/read.ts";
import type { CallOptions } from "../store/store.ts";
import type { Contender } from "./contender.ts";
import { judge } from "./judge.ts";

/** What a look at a lease shows: its state and, where there is one, its holder. */
export type LeaseStatus =
  | { readonly state: "absent" }
  | { readonly state: "free"; readonly token: FencingToken }
  | {
      /** `undetermined`: the store gave no clock, and one look cannot tell whether its holder is alive. */
      readonly state: "held" | "expired" | "undetermined";
      readonly token: FencingToken;
      readonly holder: string;
      readonly note?: string | undefined;
      /** Milliseconds until it may be taken if it is not renewed, by the store's clock; `undefined` unless `held`. */
      readonly expiresInMs: number | undefined;
    };

/** As many as {@link readRecord} sends at most. */
const requestsMost = 3;

/** @throws UnavailableError, BadRecordError, MisconfiguredError; the signal's own reason; TypeError for a wrong key. */
export async function inspectLease(
  contender: Contender,
  key: string,
  { signal }: CallOptions,
): Promise<LeaseStatus> {
  return statusAt(contender, contender.placeOf(key, recordNameOf), signal);
}

/** The same of any lease's record. Errors as {@link inspectLease}. */
export async function statusAt(
  contender: Contender,
  place: RecordPlace,
  signal: AbortSignal | undefined,
): Promise<LeaseStatus> {
  const deadline = deadlineAfter(contender.access.clock, requestsMost * place.requestTimeoutMs);
  const seen = await readRecord(contender.access, place, leaseFormat, { deadline, signal });
  if (seen.kind === "absent") return { state: "absent" };
  const { token, holder, note } = seen.record;
  const unchangedForMs = contender.observations.unchangedForMs(place.name, seen);
  const judgement = judge(seen.record, { times: seen.times, unchangedForMs }, contender.settings.expiry);
  if (judgement.verdict === "free") return { state: "free", token };
  const shown = { token, holder, ...(note !== undefined && { note }) };
  if (judgement.verdict === "dead") return { state: "expired", ...shown, expiresInMs: undefined };
  if (judgement.by === "observed") return { state: "undetermined", ...shown, expiresInMs: undefined };
  return { state: "held", ...shown, expiresInMs: judgement.expiresInMs };
}

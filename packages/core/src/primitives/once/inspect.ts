/** Looking at an intent without setting out. */
import { deadlineAfter } from "../../base/deadline.ts";
import { claimName } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import type { Contender } from "../../lease/contender.ts";
import type { Judgement } from "../../lease/judge.ts";
import type { RecordPlace } from "../../record/access.ts";
import { type ClaimRecord, claimFormat } from "../../record/claim-record.ts";
import { type Present, readRecord, type Sighting } from "../../record/read.ts";
import type { CallOptions } from "../../store/store.ts";
import { judgeClaim } from "./attempt.ts";
import type { Intent } from "./run.ts";

/** What a look at an intent shows. */
export type OnceStatus<T> =
  /** Nobody has set out, or it is certain that it did not happen: whoever comes may. */
  | { readonly state: "absent" }
  | {
      /** `abandoned`: the attempt threw, or its time has passed; nobody knows whether it happened. */
      readonly state: "pending" | "abandoned";
      readonly token: FencingToken;
      readonly holder: string;
      /** What the work threw, where that is recorded. */
      readonly error?: string | undefined;
    }
  | {
      readonly state: "done";
      readonly token: FencingToken;
      readonly holder: string;
      readonly value: T;
      /** Who gave a verdict on it, where the attempt itself did not. */
      readonly resolvedBy?: string | undefined;
    };

/** As many as {@link readRecord} sends at most. */
const requestsMost = 3;

/** @throws UnavailableError, BadRecordError, MisconfiguredError; the signal's own reason; TypeError for a wrong key. */
export async function inspectOnce<T>(
  { contender, key, results }: Intent<T>,
  options: CallOptions,
): Promise<OnceStatus<T>> {
  const claim = await readClaim(contender, key, options);
  const { seen } = claim;
  if (seen.kind === "absent" || seen.record.state === "open") return { state: "absent" };
  const { token, holder, error, state, resolvedBy, result } = seen.record;
  if (state === "done") {
    const value = await results.decode(result, key);
    return { state, token, holder, value, ...(resolvedBy !== undefined && { resolvedBy }) };
  }
  const isDead = judgeSeen(contender, claim.place, seen).verdict === "dead";
  return { state: isDead ? "abandoned" : "pending", token, holder, ...(error !== undefined && { error }) };
}

/** What stands there, and where. */
export interface SeenClaim {
  readonly place: RecordPlace;
  readonly seen: Sighting<ClaimRecord>;
}

export async function readClaim(
  contender: Contender,
  key: string,
  { signal }: CallOptions,
): Promise<SeenClaim> {
  const place = contender.placeOf(key, claimName);
  const deadline = deadlineAfter(contender.access.clock, requestsMost * place.requestTimeoutMs);
  return { place, seen: await readRecord(contender.access, place, claimFormat, { deadline, signal }) };
}

/** By one look: where the store gives no clock only watching can tell, and until then an attempt counts as alive. */
export function judgeSeen(
  { observations, settings }: Contender,
  { name }: RecordPlace,
  seen: Sighting<ClaimRecord> & Present<ClaimRecord>,
): Judgement {
  const unchangedForMs = observations.unchangedForMs(name, seen);
  return judgeClaim(seen.record, { times: seen.times, unchangedForMs }, settings.expiry);
}

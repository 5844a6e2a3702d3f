/**
 * Is a foreign lease dead? The one place that judges expiry (protocol, section 4). Pure: a record, what one answer of
 * the store proves, and for how long we ourselves have seen no change. No client's wall clock comes in.
 */
import type { LeaseRecord } from "../record/lease-record.ts";
import type { StoreTimes } from "../store/store.ts";

export type ExpiryRule = "store-clock" | "observed";

export interface Evidence {
  /** From the answer that showed this version; `undefined` if it said nothing usable of age. */
  readonly times: StoreTimes | undefined;
  /** From after the answer that first showed it to before the request that last confirmed it, on our monotonic clock. */
  readonly unchangedForMs: number;
}

export type Judgement = { readonly verdict: "free" } | HeldJudgement;
export type HeldJudgement =
  | { readonly verdict: "dead"; readonly by: ExpiryRule }
  /** Not dead as far as `by` tells, for so much longer. */
  | { readonly verdict: "live"; readonly by: ExpiryRule; readonly expiresInMs: number };

/** Front ends of a store may be apart, and its clock may step a little within a ttl. */
const skewMarginMs = 1_000;

export function judge(record: LeaseRecord, evidence: Evidence, rule: ExpiryRule): Judgement {
  // A lease freed by force counts as held until its ttl has passed, so that the old holder has learnt of it.
  if (record.state === "free" && (!record.forced || record.forced.now)) return { verdict: "free" };
  return judgeHeld(record.ttlMs, evidence, rule);
}

/** Of any record that is held: has its ttl passed since its last write? */
export function judgeHeld(ttlMs: number, evidence: Evidence, rule: ExpiryRule): HeldJudgement {
  const { times } = evidence;
  if (rule === "store-clock" && isEvidence(times)) {
    return judgeAge("store-clock", times.ageMs, ttlMs + times.resolutionMs + skewMarginMs);
  }
  return judgeAge("observed", evidence.unchangedForMs, ttlMs);
}

/** A negative age means that two clocks were at work, one that dated the write and one that answered: no evidence. */
export function isEvidence(times: StoreTimes | undefined): times is StoreTimes {
  return times !== undefined && times.ageMs >= 0;
}

function judgeAge(by: ExpiryRule, ageMs: number, deadAtMs: number): HeldJudgement {
  return ageMs >= deadAtMs ? { verdict: "dead", by } : { verdict: "live", by, expiresInMs: deadAtMs - ageMs };
}

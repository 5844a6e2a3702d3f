/** The states of a claim, each made from the one before (coordination, section A). Pure. */
import type { FencingToken } from "../../base/token.ts";
import type { ClaimRecord } from "../../record/claim-record.ts";
import type { Absent, Present } from "../../record/read.ts";

/** A claim as a transition gives it: its write id is drawn when it is written. */
export type UnwrittenClaim = Omit<ClaimRecord, "recent">;

export interface NewAttempt {
  readonly attempt: string;
  readonly holder: string;
  readonly ttlMs: number;
}

/**
 * Every attempt has a token of its own, larger than the one before.
 *
 * @param tokenAbove and larger than this one
 */
export function pending(
  base: Present<ClaimRecord> | Absent,
  attempt: NewAttempt,
  tokenAbove: FencingToken | undefined,
): UnwrittenClaim {
  const next = base.kind === "present" ? base.record.token + 1 : (base.tokenSeed ?? 1);
  const token = Math.max(next, (tokenAbove ?? 0) + 1) as FencingToken;
  return { state: "pending", token, renewals: 0, ...attempt };
}

/** For good, with what the work returned. */
export function done(record: ClaimRecord, result: unknown, resolvedBy?: string): UnwrittenClaim {
  return {
    ...ended(record),
    state: "done",
    ...(result !== undefined && { result }),
    ...(resolvedBy !== undefined && { resolvedBy }),
  };
}

/** It has certainly not happened: whoever comes may do it. Never a deletion, as a late write could then land. */
export function open(record: ClaimRecord, resolvedBy?: string): UnwrittenClaim {
  return { ...ended(record), state: "open", ...(resolvedBy !== undefined && { resolvedBy }) };
}

/**
 * An attempt that certainly did nothing is given up: what stood before it stands again. Where that was an attempt of which
 * nobody knows what it did, nobody knows it any better now, so the intent is not open (its token stays the newer one).
 *
 * @param before what the attempt was begun on
 */
export function givenUp(record: ClaimRecord, before: Present<ClaimRecord> | Absent): UnwrittenClaim {
  if (before.kind === "absent" || before.record.state !== "pending") return open(record);
  const { holder, error } = before.record;
  return { ...ended(record), state: "pending", stopped: true, holder, ...(error !== undefined && { error }) };
}

/** The work threw: nobody knows whether it happened, and nobody need wait for its ttl to learn that. */
export function stopped(record: ClaimRecord, error: string): UnwrittenClaim {
  return { ...ended(record), state: "pending", stopped: true, error };
}

function ended({ token, attempt, holder, ttlMs, renewals }: ClaimRecord): Omit<UnwrittenClaim, "state"> {
  return { token, attempt, holder, ttlMs, renewals: renewals + 1 };
}

/** Whether that attempt is still the one that may end this claim. */
export function isUnderWay(record: ClaimRecord, attempt: string): boolean {
  return record.attempt === attempt && record.state === "pending" && record.stopped === undefined;
}

/** The three states that a holder writes, each made from the one before. Pure. */
import type { FencingToken } from "../base/token.ts";
import type { HeldRecord } from "../record/format.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Absent, Present } from "../record/read.ts";

/** A record as a transition gives it: its write id is drawn when it is written. */
export type Unwritten = Omit<LeaseRecord, "recent">;

/** What the record of a lease carries for what is built on it. */
export type Carried = Pick<LeaseRecord, "value" | "slots" | "permits">;

/** What a new holder asks for, as the record keeps it. */
export interface GrantRequest {
  readonly holder: string;
  readonly ttlMs: number;
  readonly note: string | undefined;
  readonly tokenAbove: FencingToken | undefined;
  /** Of `slots` and `permits` only what the first grant sets: a later one leaves them as they are. */
  readonly carried?: Carried | undefined;
}

/**
 * The token is one more than the last, or starts where the store says that no lineage of this key has been:
 * a deleted record must not bring old tokens back.
 */
export function granted(base: Present<LeaseRecord> | Absent, request: GrantRequest): Unwritten {
  const next = base.kind === "present" ? base.record.token + 1 : (base.tokenSeed ?? 1);
  const before = base.kind === "present" ? base.record : undefined;
  const { value } = request.carried ?? {};
  const { slots = request.carried?.slots, permits = request.carried?.permits } = before ?? {};
  return {
    state: "held",
    token: Math.max(next, (request.tokenAbove ?? 0) + 1) as FencingToken,
    holder: request.holder,
    ttlMs: request.ttlMs,
    renewals: 0,
    ...(request.note !== undefined && { note: request.note }),
    ...(value !== undefined && { value }),
    ...(slots !== undefined && { slots }),
    ...(permits !== undefined && { permits }),
  };
}

/** Of any record that is held: it says the same, once more. */
export function renewed<R extends HeldRecord>({ recent: _, ...rest }: R): Omit<R, "recent"> {
  return { ...rest, renewals: rest.renewals + 1 };
}

/** Never a deletion: the record keeps the token, so that the next one is larger. */
export function freed(record: LeaseRecord): Unwritten {
  const { recent: _, note: _note, value: _value, ...rest } = record;
  return { ...rest, state: "free", renewals: record.renewals + 1 };
}

/** Freed by somebody else. The ttl stays: challengers wait it out, so that the old holder has learnt of it. */
export function freedByForce(record: LeaseRecord, forced: NonNullable<LeaseRecord["forced"]>): Unwritten {
  return { ...freed(record), forced };
}

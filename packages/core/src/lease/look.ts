/** What a read of a lease means to somebody who wants it: that it may be taken, or that somebody else has it. */
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Contender } from "./contender.ts";
import { judge } from "./judge.ts";
import type { StoreClock } from "./store-clock.ts";

/** Somebody else has it. */
export interface Contention {
  readonly kind: "contended";
  readonly holder: string;
  readonly token: FencingToken;
  /** Unless it is renewed or freed. */
  readonly expiresInMs: number;
  readonly seen: Sighting<LeaseRecord> & Present<LeaseRecord>;
}

/**
 * `undefined`: it may be taken.
 *
 * @param before what the read could be answered "unchanged" to, which need not say anything of age
 */
export function look(
  contender: Contender,
  key: string,
  storeClock: StoreClock,
  seen: Sighting<LeaseRecord>,
  before: Contention | undefined,
): Contention | undefined {
  if (seen.kind === "absent") return undefined;
  const { record } = seen;
  const told = storeClock.read(seen);
  const unchangedForMs = contender.observations.unchangedForMs(key, seen);
  const evidence = { times: told === "apart" ? undefined : told, unchangedForMs };
  const judgement = judge(record, evidence, contender.settings.expiry);
  if (judgement.verdict !== "live") return undefined;
  const { holder, token } = record;
  if (judgement.by === contender.settings.expiry) {
    return { kind: "contended", holder, token, expiresInMs: judgement.expiresInMs, seen };
  }
  // A 304 that says nothing of age is no fall-back: what an earlier answer said still holds.
  const why = told === "apart" ? "clocks-apart" : "no-age";
  if ((why === "clocks-apart" || !before) && storeClock.isNew(why)) {
    contender.access.onEvent({ type: "lease.fallback", key, token, holder, why });
  }
  const expiresInMs = Math.min(judgement.expiresInMs, leftOf(before, seen));
  return { kind: "contended", holder, token, expiresInMs, seen };
}

/** What an answer that told more of the same state has left, by our own clock: when it is over that is asked for again. */
function leftOf(before: Contention | undefined, seen: Sighting<LeaseRecord> & Present<LeaseRecord>): number {
  if (before?.seen.version !== seen.version) return Number.POSITIVE_INFINITY;
  return Math.max(before.expiresInMs - (seen.answeredAtMs - before.seen.answeredAtMs), 0);
}

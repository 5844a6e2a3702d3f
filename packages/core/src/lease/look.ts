/** What a read of a record means to somebody who wants it: that it may be taken, or that somebody else has it. */
import type { FencingToken } from "../base/token.ts";
import type { RecordPlace } from "../record/access.ts";
import type { HeldRecord } from "../record/format.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Contender } from "./contender.ts";
import type { Evidence, ExpiryRule, Judgement } from "./judge.ts";
import type { StoreClock } from "./store-clock.ts";

/** Somebody else has it. */
export interface Contention<R extends HeldRecord> {
  readonly kind: "contended";
  readonly holder: string;
  readonly token: FencingToken;
  /** Unless it is renewed or freed. */
  readonly expiresInMs: number;
  readonly seen: Sighting<R> & Present<R>;
}

/** Who looks, in which call, and how records of that kind are judged. */
export interface Looking<R extends HeldRecord> {
  readonly place: RecordPlace;
  /** What this call has seen of the store's clock. */
  readonly storeClock: StoreClock;
  judge(record: R, evidence: Evidence, rule: ExpiryRule): Judgement;
}

/**
 * `undefined`: it may be taken.
 *
 * @param before what the read could be answered "unchanged" to, which need not say anything of age
 */
export function look<R extends HeldRecord>(
  contender: Contender,
  { place, storeClock, judge }: Looking<R>,
  seen: Sighting<R>,
  before: Contention<R> | undefined,
): Contention<R> | undefined {
  if (seen.kind === "absent") return undefined;
  const { access, observations, settings } = contender;
  const { record } = seen;
  const told = storeClock.read(seen);
  const unchangedForMs = observations.unchangedForMs(place.name, seen);
  const evidence = { times: told === "apart" ? undefined : told, unchangedForMs };
  const judgement = judge(record, evidence, settings.expiry);
  if (judgement.verdict !== "live") return undefined;
  const { holder, token } = record;
  if (judgement.by === settings.expiry) {
    return { kind: "contended", holder, token, expiresInMs: judgement.expiresInMs, seen };
  }
  // A 304 that says nothing of age is no fall-back: what an earlier answer said still holds.
  const why = told === "apart" ? "clocks-apart" : "no-age";
  if ((why === "clocks-apart" || !before) && storeClock.isNew(why)) {
    access.onEvent({ type: "lease.fallback", key: place.key, token, holder, why });
  }
  const expiresInMs = Math.min(judgement.expiresInMs, leftOf(before, seen));
  return { kind: "contended", holder, token, expiresInMs, seen };
}

/** What an answer that told more of the same state has left, by our own clock: when it is over that is asked for again. */
function leftOf<R extends HeldRecord>(
  before: Contention<R> | undefined,
  seen: Sighting<R> & Present<R>,
): number {
  if (before?.seen.version !== seen.version) return Number.POSITIVE_INFINITY;
  return Math.max(before.expiresInMs - (seen.answeredAtMs - before.seen.answeredAtMs), 0);
}

/** What a read of a lease means to somebody who wants it: that it may be taken, or that somebody else has it. */
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Contender } from "./contender.ts";
import { judge } from "./judge.ts";

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
  seen: Sighting<LeaseRecord>,
  before: Contention | undefined,
): Contention | undefined {
  if (seen.kind === "absent") return undefined;
  const { record } = seen;
  const evidence = contender.observations.note(key, seen);
  const judgement = judge(record, evidence, contender.settings.expiry);
  if (judgement.verdict !== "live") return undefined;
  const { holder, token } = record;
  if (judgement.by === contender.settings.expiry) {
    return { kind: "contended", holder, token, expiresInMs: judgement.expiresInMs, seen };
  }
  if (!before) contender.access.onEvent({ type: "lease.fallback", key, token, holder });
  const expiresInMs = Math.min(judgement.expiresInMs, leftOf(before, seen));
  return { kind: "contended", holder, token, expiresInMs, seen };
}

/** What an answer that told more of the same state has left, by our own clock: when it is over that is asked for again. */
function leftOf(before: Contention | undefined, seen: Sighting<LeaseRecord> & Present<LeaseRecord>): number {
  if (before?.seen.version !== seen.version) return Number.POSITIVE_INFINITY;
  return Math.max(before.expiresInMs - (seen.answeredAtMs - before.seen.answeredAtMs), 0);
}

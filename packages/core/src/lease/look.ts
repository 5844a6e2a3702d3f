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
  readonly seen: Present<LeaseRecord>;
}

/**
 * `undefined`: it may be taken.
 *
 * @param conditional the read could be answered "unchanged", which need not say anything of age
 */
export function look(
  contender: Contender,
  key: string,
  seen: Sighting<LeaseRecord>,
  conditional: boolean,
): Contention | undefined {
  if (seen.kind === "absent") return undefined;
  const { record } = seen;
  const evidence = contender.observations.note(key, seen);
  const judgement = judge(record, evidence, contender.settings.expiry);
  if (judgement.verdict !== "live") return undefined;
  const { holder, token } = record;
  if (judgement.by !== contender.settings.expiry && !conditional) {
    contender.access.onEvent({ type: "lease.fallback", key, token, holder });
  }
  return { kind: "contended", holder, token, expiresInMs: judgement.expiresInMs, seen };
}

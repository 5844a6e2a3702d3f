/** What a sighting of a lease means to somebody who wants it. */
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
  if (judgement.by !== contender.settings.expiry && !conditional) warnOfFallBack(contender, key);
  const { holder, token } = record;
  return { kind: "contended", holder, token, expiresInMs: judgement.expiresInMs, seen };
}

function warnOfFallBack(contender: Contender, key: string): void {
  contender.access.onEvent({
    type: "store.warning",
    key,
    message:
      "the store's answer proves nothing of the age of this lease (no clock in it, a cached answer, or a clock that " +
      "runs unlike ours), so it is judged by watching it for its ttl",
  });
}

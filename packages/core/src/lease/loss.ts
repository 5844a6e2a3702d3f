/** The sentence for each reason for which a lease ends before its holder lets it go (protocol, section 5). */
import {
  LeaseLostError,
  type LossReason,
  type Successor,
  UnknownOutcomeError,
  type WorkState,
} from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";

export interface LossDetails {
  readonly successor?: Successor | undefined;
  readonly cause?: unknown;
}

const because: Readonly<Record<LossReason, string>> = {
  expired: "its last renewal was too long ago, and others may take it now",
  superseded: "another holder has it",
  deleted: "its record was deleted from the store",
  released: "it was released",
  frozen: "this process, or its clock, stood still for longer than the lease could be trusted",
  timeout: "the work took longer than its own workTimeoutMs",
  "handed-over": "it was handed over",
  "rolled-back":
    "the store shows a state older than one that it had acknowledged; a store that loses writes cannot host a lease",
};

export function leaseLost(
  lease: { readonly key: string; readonly token: FencingToken },
  reason: LossReason,
  details: LossDetails,
): LeaseLostError {
  const { successor, cause } = details;
  const by = successor ? ` (${printable(successor.holder)}, token ${successor.token})` : "";
  return new LeaseLostError(
    `the lease "${printable(lease.key)}" with token ${lease.token} was lost: ${because[reason]}${by}. Stop the work; its outcome is unknown`,
    { key: lease.key, reason, token: lease.token, successor, cause },
  );
}

/** @param what was tried: the last write of a term, which was not settled */
export function unknownEnd(
  { key, token }: { readonly key: string; readonly token: FencingToken },
  what: string,
  cause: unknown,
): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${what} the lease "${printable(key)}" (token ${token}) may or may not have succeeded; it is not held any more, and runs out by itself. Acquire it anew`,
    { key, token, cause },
  );
}

/** The same loss, now that it is known what the work did. */
export function withWork(error: LeaseLostError, work: WorkState): LeaseLostError {
  const { key, reason, token, successor, cause } = error;
  return new LeaseLostError(error.message, { key, reason, token, successor, cause, work });
}

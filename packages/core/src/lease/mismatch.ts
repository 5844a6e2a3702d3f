/** What it means for a holder that its write did not stand. */
import type { LossReason } from "../base/errors.ts";
import type { FencingToken } from "../base/token.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Sighting } from "../record/read.ts";
import type { WriteOutcome } from "../record/write.ts";
import type { LossDetails } from "./loss.ts";
import type { Term } from "./term.ts";

export type Mismatch = Exclude<WriteOutcome<LeaseRecord>, { readonly kind: "written" }>;

export function loseTo(term: Term, outcome: Mismatch): void {
  const { reason, ...details } = lossIn(outcome, term.granted.token);
  term.lose(reason, details);
}

function lossIn(outcome: Mismatch, token: FencingToken): LossDetails & { readonly reason: LossReason } {
  switch (outcome.kind) {
    case "deleted":
    case "rolled-back":
      return { reason: outcome.kind };
    case "unknown":
      return { reason: "expired", cause: outcome.cause };
    case "conflict":
    case "replaced":
    case "overtaken":
      return lossSeen(outcome.seen, token);
  }
}

function lossSeen(
  seen: Sighting<LeaseRecord>,
  token: FencingToken,
): LossDetails & { readonly reason: LossReason } {
  if (seen.kind === "absent") return { reason: "deleted" };
  const { record } = seen;
  // Freed under our own token, and not by us: by force.
  if (record.token === token && record.state === "free") return { reason: "released" };
  return { reason: "superseded", successor: { holder: record.holder, token: record.token } };
}

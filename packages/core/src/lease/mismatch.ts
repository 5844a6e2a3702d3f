/** What it means for a holder that its write did not stand. */
import type { LossReason } from "../base/errors.ts";
import type { FencingToken } from "../base/token.ts";
import type { HeldRecord } from "../record/format.ts";
import type { Sighting } from "../record/read.ts";
import type { WriteOutcome } from "../record/write.ts";
import type { LossDetails } from "./loss.ts";
import type { Term } from "./term.ts";

export type Mismatch<R extends HeldRecord> = Exclude<WriteOutcome<R>, { readonly kind: "written" }>;
type Loss = LossDetails & { readonly reason: LossReason };

/** @param held what our write was made from: its state is the one in which such a record is held */
export function loseTo<R extends HeldRecord>(term: Term, held: R, outcome: Mismatch<R>): void {
  const { reason, ...details } = lossIn(term.granted.token, held.state, outcome);
  term.lose(reason, details);
}

/** @param held the state in which such a record is held */
export function lossIn<R extends HeldRecord>(
  token: FencingToken,
  held: R["state"],
  outcome: Mismatch<R>,
): Loss {
  switch (outcome.kind) {
    case "deleted":
    case "rolled-back":
      return { reason: outcome.kind };
    case "unknown":
      return { reason: "expired", cause: outcome.cause };
    case "conflict":
    case "replaced":
    case "overtaken":
      return lossSeen(token, held, outcome.seen);
  }
}

export function lossSeen(token: FencingToken, held: HeldRecord["state"], seen: Sighting<HeldRecord>): Loss {
  if (seen.kind === "absent") return { reason: "deleted" };
  const { record } = seen;
  // Ended under our own token, and not by us: by force.
  if (record.token === token && record.state !== held) return { reason: "released" };
  return { reason: "superseded", successor: { holder: record.holder, token: record.token } };
}

/**
 * Letting a lease go. The answer is information: it says what was found (rules R5, R6). Never frees another holder's
 * lease, as the write is conditional on our own last one; never deletes.
 */
import { isCoordinationError, messageOf } from "../base/errors.ts";
import type { ReleaseOutcome } from "../base/events.ts";
import type { RecordCell } from "../record/cell.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present } from "../record/read.ts";
import { loseTo } from "./mismatch.ts";
import type { Term } from "./term.ts";
import { freed } from "./transitions.ts";

export interface Release {
  readonly outcome: ReleaseOutcome;
  /** What stands in the store if our `free` is the newest: the next acquire of this process needs no read. */
  readonly freed: Present<LeaseRecord> | undefined;
}

/** Ends the term, waits for a renewal in flight, and writes `free` if the window is still open. */
export async function release(term: Term, cell: RecordCell<LeaseRecord>): Promise<Release> {
  term.check();
  term.end();
  const found = await free(term, cell);
  const { key, token, progress, openedAtMs, onEvent } = term.granted;
  const heldMs = progress.nowMs() - openedAtMs;
  onEvent({ type: "lease.released", key, token, outcome: found.outcome, heldMs });
  return found;
}

async function free(term: Term, cell: RecordCell<LeaseRecord>): Promise<Release> {
  const { key, onEvent } = term.granted;
  const is = (outcome: ReleaseOutcome, freed?: Present<LeaseRecord>): Release => ({ outcome, freed });
  // Once the window has closed somebody may have been in between, whatever the store would say now.
  if (term.window.remainingMs() <= 0) return is("lapsed");
  if (term.lost && term.lost.reason !== "timeout") return is("lapsed");
  try {
    const outcome = await cell.write(freed, { deadline: term.patience });
    switch (outcome.kind) {
      case "written":
        return is("released", outcome.state);
      case "replaced":
        return is("released");
      case "unknown":
      // Only our own `free`, or somebody who forced it `now`, can have let others in: the first is far likelier.
      case "overtaken":
        return is("unconfirmed");
      case "conflict":
      case "deleted":
      case "rolled-back":
        loseTo(term, outcome);
        return is("lapsed");
    }
  } catch (error) {
    if (isCoordinationError(error, "bad-record")) {
      term.lose("superseded", { cause: error });
      return is("lapsed");
    }
    onEvent({ type: "store.warning", key, message: messageOf(error) });
    return is("unconfirmed");
  }
}

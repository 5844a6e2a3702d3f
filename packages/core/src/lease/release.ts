/**
 * Letting a lease go. The answer is information: it says what was found (rules R5, R6). Never frees another holder's
 * lease, as the write is conditional on our own last one; never deletes.
 */
import { isCoordinationError, messageOf } from "../base/errors.ts";
import type { ReleaseOutcome } from "../base/events.ts";
import type { RecordCell } from "../record/cell.ts";
import type { HeldRecord } from "../record/format.ts";
import type { Present } from "../record/read.ts";
import { loseTo } from "./mismatch.ts";
import type { Term } from "./term.ts";

export interface Release<R> {
  readonly outcome: ReleaseOutcome;
  /** What stands in the store if our last write is the newest: the next acquire of this process needs no read. */
  readonly left: Present<R> | undefined;
}

/**
 * Ends the term, waits for a renewal in flight, and writes the last state if the window is still open.
 *
 * @param last in which state such a record is let go: a lease is freed
 */
export async function release<R extends HeldRecord>(
  term: Term,
  cell: RecordCell<R>,
  last: (record: R) => Omit<R, "recent">,
): Promise<Release<R>> {
  term.check();
  term.end();
  const found = await letGo(term, cell, last);
  const { key, token, progress, openedAtMs, onEvent } = term.granted;
  const heldMs = progress.nowMs() - openedAtMs;
  onEvent({ type: "lease.released", key, token, outcome: found.outcome, heldMs });
  return found;
}

async function letGo<R extends HeldRecord>(
  term: Term,
  cell: RecordCell<R>,
  last: (record: R) => Omit<R, "recent">,
): Promise<Release<R>> {
  const { key, onEvent } = term.granted;
  const held = cell.state.record;
  const is = (outcome: ReleaseOutcome, left?: Present<R>): Release<R> => ({ outcome, left });
  // Once the window has closed somebody may have been in between, whatever the store would say now.
  if (term.window.remainingMs() <= 0) return is("lapsed");
  if (term.lost && term.lost.reason !== "timeout") return is("lapsed");
  try {
    const outcome = await cell.write(last, { deadline: term.patience });
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
        loseTo(term, held, outcome);
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

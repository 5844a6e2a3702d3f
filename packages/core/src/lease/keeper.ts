/**
 * Heartbeats: renews a term every third of its ttl, with one request. A renewal without an answer is no loss; a definite
 * mismatch is, at once. The loop cannot end silently: however it ends, the term has ended or is lost (rules R7, R8).
 */
import type { Clock } from "../base/clock.ts";
import { isCoordinationError, messageOf } from "../base/errors.ts";
import type { Random } from "../base/random.ts";
import type { RecordCell } from "../record/cell.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import { loseTo } from "./mismatch.ts";
import type { Term } from "./term.ts";
import { renewed, type Unwritten } from "./transitions.ts";

export async function keepRenewed(
  term: Term,
  cell: RecordCell<LeaseRecord>,
  every: { readonly ms: number; readonly clock: Clock; readonly random: Random },
): Promise<void> {
  try {
    for (let sentAtMs = term.granted.openedAtMs; !term.ended.aborted; ) {
      // Counted from when the last one was sent, and a little earlier by chance, so that many leases' renewals spread.
      const dueAtMs = sentAtMs + every.ms * (1 - every.random.unit() / 10);
      const pauseMs = Math.max(dueAtMs - term.granted.progress.nowMs(), 0);
      await every.clock.sleep(pauseMs, term.ended, { background: true });
      if (term.remainingMs() > 0) sentAtMs = await renewOnce(term, cell, renewed);
    }
  } catch (error) {
    if (!term.ended.aborted) term.lose("expired", { cause: error });
  }
}

/** One renewal, settled within the window. Gives back the progress at which it was sent. */
async function renewOnce(
  term: Term,
  cell: RecordCell<LeaseRecord>,
  next: (record: LeaseRecord) => Unwritten,
): Promise<number> {
  const { key, token, progress, onEvent } = term.granted;
  let sentAtMs = progress.nowMs();
  try {
    const outcome = await cell.write(
      (record) => {
        sentAtMs = progress.nowMs();
        return next(record);
      },
      {
        deadline: term.patience,
        // Until the window closes the lease is ours, for however long the store is out of reach.
        attemptsMost: Number.POSITIVE_INFINITY,
        onUncertain: () => onEvent({ type: "lease.uncertain", key, token, remainingMs: term.remainingMs() }),
      },
    );
    term.check();
    if (outcome.kind !== "written") {
      loseTo(term, outcome);
    } else if (!term.lost) {
      term.window.reopen(sentAtMs);
      onEvent({ type: "lease.renewed", key, token, remainingMs: term.window.remainingMs() });
      warnIfSlow(term, progress.nowMs() - sentAtMs);
    }
  } catch (error) {
    // Somebody wrote over the record: a definite mismatch, of a stranger.
    if (isCoordinationError(error, "bad-record")) term.lose("superseded", { cause: error });
    // A permission or key that is refused now may be back within the window: the window decides.
    else onEvent({ type: "store.warning", key, message: messageOf(error) });
  }
  return sentAtMs;
}

/** A ttl is only as good as the round trips that fit into it (rule R14). */
function warnIfSlow(term: Term, tookMs: number): void {
  const { key, timing, onEvent } = term.granted;
  if (tookMs <= timing.requestTimeoutMs / 2) return;
  onEvent({
    type: "store.warning",
    key,
    message:
      `a renewal took ${Math.round(tookMs)} ms, and a request has ${timing.requestTimeoutMs} ms with a ttlMs of ${timing.ttlMs}: ` +
      "a lost answer or two would end this lease. Use a longer ttl, or find out what makes the store slow",
  });
}

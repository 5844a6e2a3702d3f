/**
 * Heartbeats: renews a term every third of its ttl, with one request. A renewal without an answer is no loss; a definite
 * mismatch is, at once. The loop cannot end silently: however it ends, the term has ended or is lost (rules R7, R8).
 */
import type { Clock } from "../base/clock.ts";
import { isCoordinationError, messageOf } from "../base/errors.ts";
import type { Random } from "../base/random.ts";
import type { RecordCell } from "../record/cell.ts";
import type { HeldRecord } from "../record/format.ts";
import { loseTo } from "./mismatch.ts";
import type { Term } from "./term.ts";
import { renewed } from "./transitions.ts";

/** Any record that is held is kept in this way: a lease, a claim. */
export async function keepRenewed<R extends HeldRecord>(
  term: Term,
  cell: RecordCell<R>,
  every: { readonly ms: number; readonly clock: Clock; readonly random: Random },
): Promise<void> {
  const { key, progress, openedAtMs, onEvent } = term.granted;
  try {
    for (let sentAtMs = openedAtMs; !term.ended.aborted; ) {
      // Counted from when the last one was sent, and a little earlier by chance, so that many leases' renewals spread.
      const dueAtMs = sentAtMs + every.ms * (1 - every.random.unit() / 10);
      const pauseMs = Math.max(dueAtMs - progress.nowMs(), 0);
      await every.clock.sleep(pauseMs, term.ended, { background: true });
      if (term.window.openedAtMs > sentAtMs) {
        // Renewed meanwhile by what its holder wrote: the next one is due from then on.
        sentAtMs = term.window.openedAtMs;
      } else if (term.isRunningOut) {
        // The watch over its window tells the end.
        return;
      } else if (term.remainingMs() > 0) {
        sentAtMs = progress.nowMs();
        const onSent = (atMs: number): void => {
          sentAtMs = atMs;
        };
        await renew(term, cell, renewed, onSent).catch((error: unknown) =>
          // A permission or key that is refused now may be back within the window: the window decides.
          onEvent({ type: "store.warning", key, message: messageOf(error) }),
        );
      }
    }
  } catch (error) {
    if (!term.ended.aborted) term.lose("expired", { cause: error });
  }
}

/**
 * One renewal, settled within the window: it opens the window anew, or loses the term.
 *
 * @param next what is written over the record that is held
 * @param onSent called with the progress at which it is first sent
 * @throws MisconfiguredError, UnsupportedStoreError: nothing was written, and the window decides.
 */
export async function renew<R extends HeldRecord>(
  term: Term,
  cell: RecordCell<R>,
  next: (record: R) => Omit<R, "recent">,
  onSent: (atMs: number) => void = () => {},
): Promise<void> {
  const { key, token, progress, onEvent } = term.granted;
  const held = cell.state.record;
  let sentAtMs = progress.nowMs();
  try {
    const outcome = await cell.write(
      (record) => {
        sentAtMs = progress.nowMs();
        onSent(sentAtMs);
        return next(record);
      },
      {
        deadline: term.patience,
        // Until the window closes the lease is ours, for however long the store is out of reach.
        attemptsMost: Number.POSITIVE_INFINITY,
        onUncertain: () => {
          // After a loss, or the end of the term, nobody has to know any more.
          const remainingMs = term.remainingMs();
          if (!term.ended.aborted) onEvent({ type: "lease.uncertain", key, token, remainingMs });
        },
      },
    );
    term.check();
    if (outcome.kind !== "written") {
      loseTo(term, held, outcome);
    } else if (!term.lost) {
      term.window.reopen(sentAtMs);
      onEvent({ type: "lease.renewed", key, token, remainingMs: term.window.remainingMs() });
      warnIfSlow(term, progress.nowMs() - sentAtMs);
    }
  } catch (error) {
    if (!isCoordinationError(error, "bad-record")) throw error;
    // Somebody wrote over the record: a definite mismatch, of a stranger.
    term.lose("superseded", { cause: error });
  }
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

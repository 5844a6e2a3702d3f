/** Runs work under a lease, and decides what its caller is told. Everything that runs work goes through here. */
import { atMost, whenAborted } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import type { LeaseLostError, WorkState } from "../base/errors.ts";
import type { ReleaseOutcome } from "../base/events.ts";
import { leaseLost, withWork } from "./loss.ts";
import type { Granted } from "./term.ts";

/** What is done while something is held. It is handed what is held, and must stop when that one's signal aborts. */
export type Work<H, R> = (held: H) => R | PromiseLike<R>;

/** What work is run under: a term, or several as one. */
export interface Endurance {
  readonly granted: Pick<Granted, "key" | "token" | "timing">;
  /** Aborts when it is lost, or let go. */
  readonly ended: AbortSignal;
  readonly lost: LeaseLostError | undefined;
}

/**
 * A lease that was lost during the work makes its outcome unknown, so the loss beats both a result and an error
 * (rule R11); a lease that was handed over was let go on purpose. An error of the work is never hidden by one of the release.
 */
export async function runWhileHeld<R>(
  term: Endurance,
  clock: Clock,
  release: () => Promise<ReleaseOutcome>,
  work: () => R | PromiseLike<R>,
): Promise<R> {
  const running = await runUntilLost(term, clock, work);
  // It goes on: to free the lease now would let somebody in beside it.
  if (running.state().state === "running") throw withWork(lossOrElse(term), running.state());

  const outcome = await release();
  const state = running.state();
  const isLost = term.lost && term.lost.reason !== "handed-over";
  if (isLost || outcome === "lapsed") throw withWork(lossOrElse(term), state);
  if (state.state === "threw") throw state.error;
  return (state as { readonly value: unknown }).value as R;
}

/** Work that has been begun. */
export interface Running {
  readonly settled: Promise<void>;
  state(): WorkState;
}

/** Waits for the work, and after a loss for as long as it was promised to stop in: it may be running still. */
export async function runUntilLost(term: Endurance, clock: Clock, work: () => unknown): Promise<Running> {
  const running = start(work);
  await Promise.race([running.settled, lossOf(term)]);
  // What the work did belongs into the error.
  if (running.state().state === "running") {
    await atMost(clock, term.granted.timing.abortMs, undefined, running.settled);
  }
  return running;
}

function start(work: () => unknown): Running {
  let state: WorkState = { state: "running" };
  const settled = (async () => work())().then(
    (value) => {
      state = { state: "returned", value };
    },
    (error: unknown) => {
      state = { state: "threw", error };
    },
  );
  return { settled, state: () => state };
}

/** Resolves on a loss only: when the caller aborts the work, or releases while it runs, the work is waited for. */
function lossOf(term: Endurance): Promise<void> {
  return whenAborted(term.ended).then(() => (term.lost ? undefined : new Promise<never>(() => {})));
}

function lossOrElse(term: Endurance): LeaseLostError {
  return term.lost ?? leaseLost(term.granted, "expired", {});
}

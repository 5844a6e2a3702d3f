/**
 * One grant while it lasts: its window, its own time-out, and the one signal through which a loss is told
 * (protocol, section 5). `lost` is final, whatever lands later.
 */
import { noLongerNeeded, passAbortOn } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import type { Deadline } from "../base/deadline.ts";
import type { LeaseLostError, LossReason } from "../base/errors.ts";
import type { OnEvent } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import { type LossDetails, leaseLost } from "./loss.ts";
import type { Timing } from "./timing.ts";
import { type Progress, Window } from "./window.ts";

export interface Granted {
  readonly key: string;
  readonly holder: string;
  readonly token: FencingToken;
  readonly timing: Timing;
  readonly progress: Progress;
  /** Progress just before the grant was first sent. */
  readonly openedAtMs: number;
  readonly onEvent: OnEvent;
}

/** A timer this late was not late by chance: the process or its clock had stopped. */
const frozenFromMs = 1_000;
/** A store that is silent is not asked for longer once the term has ended: whoever lets go of a lease waits for it. */
const lettingGoMs = 30_000;

export class Term {
  readonly granted: Granted;
  readonly window: Window;
  /** Until when a write of this term is repeated: while the window is open, and not for long after the end of the term. */
  readonly patience: Deadline = {
    remainingMs: () =>
      Math.min(this.window.remainingMs(), this.#lettingGo?.remainingMs() ?? Number.POSITIVE_INFINITY),
  };
  #lettingGo: Window | undefined;
  #work: Window | undefined;
  readonly #told = new AbortController();
  readonly #ended = new AbortController();
  #lost: LeaseLostError | undefined;
  #isRunningOut = false;

  constructor(granted: Granted) {
    const { progress, timing, openedAtMs } = granted;
    this.granted = granted;
    this.window = new Window(progress, timing.windowMs, openedAtMs);
    // The work's time runs from the grant, not from its request.
    this.limitWork(timing.workTimeoutMs);
  }

  /** From now on the work has so long. Whoever {@link watch}es already does not notice. */
  limitWork(workTimeoutMs: number | undefined): void {
    const { progress } = this.granted;
    this.#work =
      workTimeoutMs === undefined ? undefined : new Window(progress, workTimeoutMs, progress.nowMs());
  }

  /** Aborts with the loss, or with the reason of a signal that it follows. */
  get signal(): AbortSignal {
    return this.#told.signal;
  }

  /** Ends everything that runs for this term. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get lost(): LeaseLostError | undefined {
    return this.#lost;
  }

  /** Until the window or the work's own time ends, whichever is first; 0 when it is over. */
  remainingMs(): number {
    this.check();
    if (this.#ended.signal.aborted) return 0;
    return Math.max(
      0,
      Math.min(this.window.remainingMs(), this.#work?.remainingMs() ?? Number.POSITIVE_INFINITY),
    );
  }

  /** Looks at the clock itself, so that a late timer hides nothing. */
  check(): void {
    if (this.#ended.signal.aborted) return;
    const remainingMs = this.window.remainingMs();
    if (remainingMs <= 0) this.lose(-remainingMs >= frozenFromMs ? "frozen" : "expired");
    else if (this.#work && this.#work.remainingMs() <= 0) this.lose("timeout");
  }

  /** The first loss stands. After the end of the term it only records why a release lapsed. */
  lose(reason: LossReason, details: LossDetails = {}): void {
    if (this.#lost) return;
    this.#lost = leaseLost(this.granted, reason, details);
    this.end();
    this.#told.abort(this.#lost);
    this.granted.onEvent({
      type: "lease.lost",
      key: this.granted.key,
      token: this.granted.token,
      error: this.#lost,
    });
  }

  /** No heartbeat is sent any more: it goes on until its window closes, unless it is let go before. */
  get isRunningOut(): boolean {
    return this.#isRunningOut;
  }

  runOut(): void {
    this.#isRunningOut = true;
  }

  /** The holder lets it go, or has lost it. */
  end(): void {
    const { progress } = this.granted;
    this.#lettingGo = new Window(progress, lettingGoMs, progress.nowMs());
    this.#ended.abort(noLongerNeeded);
  }

  /** Passes an abort of the caller's on to the work. */
  follow(signal: AbortSignal | undefined): void {
    passAbortOn(signal, this.#told, this.#ended.signal);
  }
}

/** Tells the loss when the window or the work's time closes, even if nobody asks. */
export async function watch(term: Term, clock: Clock): Promise<void> {
  while (!term.ended.aborted) {
    const pauseMs = Math.max(term.remainingMs(), 1);
    await clock.sleep(pauseMs, term.ended, { background: true }).catch(() => {});
    term.check();
  }
}

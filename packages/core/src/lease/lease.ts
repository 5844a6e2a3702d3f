/** The handle that a holder has. It reads its term and asks for the release; it renews nothing itself. */
import { unlessAborted } from "../base/abort.ts";
import type { ReleaseOutcome } from "../base/events.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import type { CallOptions } from "../store/store.ts";
import { handOver } from "./handover.ts";
import type { Holding } from "./hold.ts";
import { leaseLost } from "./loss.ts";
import { release } from "./release.ts";
import { runWhileHeld, type Work } from "./run.ts";
import type { Term } from "./term.ts";
import { freed } from "./transitions.ts";

/** What everything that is held has in common. */
export interface Held extends AsyncDisposable {
  /** Tells it from {@link Unguarded}. */
  readonly guarded: true;
  readonly key: string;
  /** The label of this process. */
  readonly holder: string;
  /** The only notice of loss. Its reason is a `LeaseLostError`, or the reason of the signal that you passed. */
  readonly signal: AbortSignal;
  /** Milliseconds for which it can still be trusted without another renewal; 0 once it has ended. */
  remainingMs(): number;
  /**
   * Looks at the clock itself, so it is right even when the timer is late.
   *
   * @throws LeaseLostError if it is lost, or was released.
   */
  throwIfLost(): void;
  /**
   * Runs the work, then releases. Loss beats both result and error.
   *
   * @throws LeaseLostError with `work` saying what it did. Work that goes on for `abortMs` after the loss is reported
   *   as `running`, and no release is sent. Work is not begun under a lease that is lost or was released, as by an
   *   earlier `run`. TypeError while another `run` goes on: its end would release the lease under this one.
   */
  run<R>(work: Work<this, R>): Promise<R>;
  /**
   * Lets it go and says what was found. Never frees another holder's lease, and never throws because of the store. A
   * second call gives the first one's answer and sends nothing.
   */
  release(): Promise<ReleaseOutcome>;
  /**
   * Releases, unless a `run` goes on or was left with its work still running: that one decides.
   *
   * @throws LeaseLostError if it had lapsed and neither `release()` nor `run()` was called to find out.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Permission to work, for as long as its signal has not aborted. Safety of the data is the fencing token's business. */
export interface Lease extends Held {
  /** Larger than that of every earlier grant of the key. Carry it with each write. */
  readonly token: FencingToken;
  /**
   * Lets it go to whoever adopts the string that this gives: `coordinator.adopt`. **Whoever has the string can take the
   * lease**, for as long as nobody has; its whole ttl begins now. One request. This handle ends at once, whatever comes of
   * it: its signal aborts with the reason `handed-over`, and `release` sends nothing. A `run` in which it was handed over
   * gives what its work gives.
   *
   * @throws LeaseLostError if it is lost or was released; UnknownOutcomeError if the store was silent; MisconfiguredError.
   *   The signal's own reason. In each case it runs out by itself.
   */
  handOver(options?: CallOptions): Promise<string>;
}

export class HeldLease implements Lease {
  readonly guarded = true;
  readonly #term: Term;
  readonly #holding: Holding;
  #release: Promise<ReleaseOutcome> | undefined;
  #asked = false;
  #running = false;

  constructor(holding: Holding) {
    this.#term = holding.term;
    this.#holding = holding;
  }

  get key(): string {
    return this.#term.granted.key;
  }
  get holder(): string {
    return this.#term.granted.holder;
  }
  get token(): FencingToken {
    return this.#term.granted.token;
  }
  get signal(): AbortSignal {
    // Whoever asks for it after a pause need not wait for the timer that tells the loss.
    this.#term.check();
    return this.#term.signal;
  }

  /** Milliseconds that challengers wait for. */
  get ttlMs(): number {
    return this.#term.granted.timing.ttlMs;
  }

  remainingMs(): number {
    return this.#term.remainingMs();
  }

  throwIfLost(): void {
    this.#term.check();
    if (this.#term.lost) throw this.#term.lost;
    if (this.#release !== undefined) throw leaseLost(this.#term.granted, "released", {});
  }

  /** Passes the abort of a caller's signal on to the work; it never ends the lease. */
  follow(signal: AbortSignal | undefined): void {
    this.#term.follow(signal);
  }

  async run<R>(work: Work<this, R>): Promise<R> {
    this.throwIfLost();
    if (this.#running) {
      throw new TypeError(
        `the lease "${printable(this.key)}" runs work already and is released when that ends; do both in one run`,
      );
    }
    this.#running = true;
    // Its own rejection tells a lapse; a second one, of the scope around it, would only hide that.
    this.#asked = true;
    return runWhileHeld(
      this.#term,
      this.#holding.clock,
      () => this.releaseOnce(),
      () => work(this),
    );
  }

  release(): Promise<ReleaseOutcome> {
    this.#asked = true;
    return this.releaseOnce();
  }

  async handOver({ signal }: CallOptions = {}): Promise<string> {
    signal?.throwIfAborted();
    const handing = handOver(this, this.#holding);
    // Let go on purpose: whatever comes of it, there is nothing left to release.
    if (this.#term.lost?.reason === "handed-over") this.#release ??= Promise.resolve("released");
    return unlessAborted(signal, () => handing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // To free it under work that goes on would let somebody in beside it.
    if (this.#running && this.#release === undefined) return;
    const outcome = await this.releaseOnce();
    if (outcome === "lapsed" && !this.#asked)
      throw this.#term.lost ?? leaseLost(this.#term.granted, "expired", {});
  }

  /** However it is let go: by a call, at the end of `run`, at the end of a scope. */
  protected releaseOnce(): Promise<ReleaseOutcome> {
    this.#release ??= release(this.#term, this.#holding.cell, freed).then((found) => {
      this.#holding.onFreed(found.left);
      return found.outcome;
    });
    return this.#release;
  }
}

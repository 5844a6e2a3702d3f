/**
 * A lease without a store, for a test of code that is handed one: the test says when it is lost, and why. It answers as a
 * real one would, errors included; a test beside this file runs the same calls on both.
 *
 * It says nothing of when a real lease is lost: for that, and for two processes that want the same, there is `createWorld`.
 */
import {
  type CallOptions,
  type Clock,
  type FencingToken,
  type Lease,
  LeaseLostError,
  type LossReason,
  type ReleaseOutcome,
  systemClock,
  type Work,
  type WorkState,
} from "@fencepost/core";
import { refuseUnknown } from "../known-options.ts";
import { startWork } from "./running-work.ts";

/** Options of {@link fakeLease}. */
export interface FakeLeaseOptions {
  /** @default "fake" */
  readonly key?: string | undefined;
  /** @default "test" */
  readonly holder?: string | undefined;
  /** @default 1 */
  readonly token?: number | undefined;
  /** Whose time it goes by: that of a process of `createWorld`, so that nothing waits. @default the system's */
  readonly clock?: Clock | undefined;
  /** Milliseconds for which it is trusted without another renewal. It renews itself: they stay the same. @default 25_500 */
  readonly windowMs?: number | undefined;
  /** Milliseconds from now on at which it is lost by itself, as `timeout`. @default no limit */
  readonly workTimeoutMs?: number | undefined;
  /** Milliseconds that `run` gives work to stop after a loss. @default 3_000 */
  readonly abortMs?: number | undefined;
  /** What `release` answers unless it was lost before. @default "released" */
  readonly releaseOutcome?: "released" | "unconfirmed" | undefined;
}

/** A {@link Lease} that a test can take away. */
export interface FakeLease extends Lease {
  /** What its release answered, or `undefined` while nobody has released it. */
  readonly released: ReleaseOutcome | undefined;
  /**
   * Loses it now: the signal aborts, with the error that is given back. The first loss stands.
   *
   * @throws TypeError if it was released: what a holder let go cannot be lost any more.
   */
  lose(reason: LossReason, details?: Pick<Partial<LeaseLostError>, "successor" | "cause">): LeaseLostError;
}

/**
 * A lease that is held, until the test loses it or the code under test releases it.
 *
 * @throws TypeError for an option that there is not, RangeError for a token that no lease has.
 */
export function fakeLease(options: FakeLeaseOptions = {}): FakeLease {
  refuseUnknown("fakeLease", options, {
    key: true,
    holder: true,
    token: true,
    clock: true,
    windowMs: true,
    workTimeoutMs: true,
    abortMs: true,
    releaseOutcome: true,
  });
  const { token = 1 } = options;
  if (!Number.isSafeInteger(token) || token < 1) {
    throw new RangeError(`the token of a fake lease must be a whole number from 1 on, not ${token}`);
  }
  return new HeldFake(options);
}

class HeldFake implements FakeLease {
  readonly guarded = true;
  readonly key: string;
  readonly holder: string;
  readonly token: FencingToken;
  readonly #clock: Clock;
  readonly #options: FakeLeaseOptions;
  readonly #endsAtMs: number;
  readonly #told = new AbortController();
  readonly #ended = new AbortController();
  #lost: LeaseLostError | undefined;
  #outcome: ReleaseOutcome | undefined;
  #asked = false;
  #running = false;

  constructor(options: FakeLeaseOptions) {
    const { key = "fake", holder = "test", token = 1, clock = systemClock, workTimeoutMs } = options;
    this.key = key;
    this.holder = holder;
    this.token = token as FencingToken;
    this.#options = options;
    this.#clock = clock;
    this.#endsAtMs = clock.monotonicMs() + (workTimeoutMs ?? Number.POSITIVE_INFINITY);
    if (workTimeoutMs === undefined) return;
    clock.sleep(workTimeoutMs, this.#ended.signal, { background: true }).then(
      () => this.#check(),
      () => {},
    );
  }

  get signal(): AbortSignal {
    this.#check();
    return this.#told.signal;
  }

  get released(): ReleaseOutcome | undefined {
    return this.#outcome;
  }

  lose(
    reason: LossReason,
    details: Pick<Partial<LeaseLostError>, "successor" | "cause"> = {},
  ): LeaseLostError {
    if (this.#lost) return this.#lost;
    if (this.#outcome)
      throw new TypeError(`the fake lease "${this.key}" was released, so it cannot be lost any more`);
    this.#lost = this.#lossError(reason, details);
    this.#ended.abort("no longer needed");
    this.#told.abort(this.#lost);
    return this.#lost;
  }

  remainingMs(): number {
    this.#check();
    if (this.#ended.signal.aborted) return 0;
    return Math.min(this.#options.windowMs ?? 25_500, this.#endsAtMs - this.#clock.monotonicMs());
  }

  throwIfLost(): void {
    this.#check();
    if (this.#lost) throw this.#lost;
    if (this.#outcome) throw this.#lossError("released", {});
  }

  async run<R>(work: Work<this, R>): Promise<R> {
    this.throwIfLost();
    if (this.#running) {
      throw new TypeError(`the fake lease "${this.key}" runs work already; do both in one run`);
    }
    this.#running = true;
    this.#asked = true;
    const running = startWork(() => work(this));
    await running.settledOrStopped(this.#told.signal, this.#clock, this.#options.abortMs ?? 3_000);
    const state = running.state();
    if (state.state !== "running") this.#letGo();
    if (this.#lost && this.#lost.reason !== "handed-over")
      throw this.#lossError(this.#lost.reason, { ...this.#lost, cause: this.#lost.cause, work: state });
    if (state.state === "threw") throw state.error;
    return (state as { readonly value: unknown }).value as R;
  }

  async release(): Promise<ReleaseOutcome> {
    this.#asked = true;
    return this.#letGo();
  }

  /** Nothing adopts it: it is a text for the code under test to pass on. */
  async handOver({ signal }: CallOptions = {}): Promise<string> {
    signal?.throwIfAborted();
    this.throwIfLost();
    this.#asked = true;
    this.lose("handed-over");
    this.#outcome = "released";
    return `fake handover of ${this.key}, token ${this.token}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running && this.#outcome === undefined) return;
    if (this.#letGo() === "lapsed" && !this.#asked) throw this.#lost;
  }

  #check(): void {
    if (this.#ended.signal.aborted || this.#clock.monotonicMs() < this.#endsAtMs) return;
    this.lose("timeout");
  }

  #letGo(): ReleaseOutcome {
    this.#check();
    this.#ended.abort("no longer needed");
    const lapsed = this.#lost !== undefined && this.#lost.reason !== "timeout";
    this.#outcome ??= lapsed ? "lapsed" : (this.#options.releaseOutcome ?? "released");
    return this.#outcome;
  }

  #lossError(
    reason: LossReason,
    details: Pick<Partial<LeaseLostError>, "successor" | "cause"> & { readonly work?: WorkState },
  ): LeaseLostError {
    const { key, token } = this;
    const { successor, cause, work } = details;
    const message = `the fake lease "${key}" with token ${token} was lost: the test said "${reason}"`;
    return new LeaseLostError(message, { key, token, reason, successor, cause, work });
  }
}

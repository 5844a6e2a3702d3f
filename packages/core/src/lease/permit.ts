/** What the holder of one of several places has: a lease, or several, without the tokens. */
import type { ReleaseOutcome } from "../base/events.ts";
import type { Bundle } from "./bundle.ts";
import type { Held } from "./lease.ts";
import type { LeaseOptions, WaitOptions } from "./options.ts";
import type { Work } from "./run.ts";

/** Permission to be one of several. No token: tokens of different slots are not ordered, so they cannot fence. */
export interface Permit extends Held {
  /** Which slot it is, from 0; of several the lowest. */
  readonly slot: number;
}

/** The three ways to a permit: at once or not, within `waitMs`, and around work. */
export interface Permits<Options, P extends Held = Permit> {
  /**
   * A permit, or `undefined` if there is none now; never waits.
   *
   * @throws as `acquire`, but for ContendedError.
   */
  tryAcquire(options?: LeaseOptions & Options): Promise<P | undefined>;
  /**
   * A permit within `waitMs`.
   *
   * @throws ContendedError, with one who has one, when the wait is over. UnavailableError: nothing happened.
   *   UnknownOutcomeError: the store was silent while it was being taken. BadRecordError, MisconfiguredError,
   *   UnsupportedStoreError. The signal's own reason. TypeError or RangeError for wrong arguments.
   */
  acquire(options?: LeaseOptions & WaitOptions & Options): Promise<P>;
  /**
   * `acquire`, then `permit.run(work)`. Here the signal reaches the work, too.
   *
   * @throws as `acquire`; LeaseLostError if it lapsed during the work; what the work throws.
   */
  withPermit<R>(options: LeaseOptions & WaitOptions & Options, work: Work<P, R>): Promise<R>;
}

export class HeldPermit implements Permit {
  readonly guarded = true;
  readonly key: string;
  readonly slot: number;
  readonly #bundle: Bundle;

  /** @param key of the semaphore or lock, not of the slot */
  constructor(key: string, slot: number, bundle: Bundle) {
    this.key = key;
    this.slot = slot;
    this.#bundle = bundle;
  }

  get holder(): string {
    return this.#bundle.granted.holder;
  }
  get signal(): AbortSignal {
    return this.#bundle.signal;
  }

  remainingMs(): number {
    return this.#bundle.remainingMs();
  }

  throwIfLost(): void {
    this.#bundle.throwIfLost();
  }

  /** Passes the abort of a caller's signal on to the work. */
  follow(signal: AbortSignal | undefined): void {
    this.#bundle.follow(signal);
  }

  run<R>(work: Work<this, R>): Promise<R> {
    return this.#bundle.run(() => work(this));
  }

  release(): Promise<ReleaseOutcome> {
    return this.#bundle.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#bundle[Symbol.asyncDispose]();
  }
}

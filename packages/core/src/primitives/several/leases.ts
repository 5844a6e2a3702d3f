/** The leases of several keys, held as one. */
import type { ReleaseOutcome } from "../../base/events.ts";
import { printable } from "../../base/keys.ts";
import type { Bundle } from "../../lease/bundle.ts";
import type { Held, Lease } from "../../lease/lease.ts";
import { LentLease } from "../../lease/lent-lease.ts";
import type { Work } from "../../lease/run.ts";

/** What `acquireAll` gives: all of the keys, or none. The loss of one is that of all. */
export interface Leases
  extends Pick<Held, "guarded" | "holder" | "signal" | "remainingMs" | "throwIfLost">,
    AsyncDisposable {
  /** In the order in which they were taken: that of their names. */
  readonly keys: readonly string[];
  /**
   * The lease of one of the keys, with its token, to fence what it guards. It is lost with any of the others, and released
   * with all of them.
   *
   * @throws TypeError for a key that is none of them.
   */
  of(key: string): Lease;
  /** Runs the work, then releases. Errors as of `lease.run`; the one that is lost is named. */
  run<R>(work: Work<Leases, R>): Promise<R>;
  /** Lets all of them go, the last first, and says of each what was found. A second call sends nothing. */
  release(): Promise<ReadonlyMap<string, ReleaseOutcome>>;
}

export class HeldLeases implements Leases {
  readonly guarded = true;
  readonly #bundle: Bundle;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  get keys(): readonly string[] {
    return this.#bundle.leases.map(({ key }) => key);
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

  of(key: string): Lease {
    const lease = this.#bundle.leases.find((each) => each.key === key);
    if (!lease) {
      throw new TypeError(
        `"${printable(key)}" is none of the keys that are held here: ${this.keys.join(", ")}`,
      );
    }
    const bundle = this.#bundle;
    const lent = {
      holder: lease.holder,
      token: lease.token,
      get signal(): AbortSignal {
        return bundle.signal;
      },
      remainingMs: () => bundle.remainingMs(),
      throwIfLost: () => bundle.throwIfLost(),
    };
    return new LentLease(
      key,
      lent,
      `the lease "${printable(key)}" is held together with others, and ends with them`,
    );
  }

  run<R>(work: Work<Leases, R>): Promise<R> {
    return this.#bundle.run(() => work(this));
  }

  async release(): Promise<ReadonlyMap<string, ReleaseOutcome>> {
    const outcomes = await this.#bundle.releaseEach();
    return new Map(this.keys.map((key, at) => [key, outcomes[at] ?? "released"]));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#bundle[Symbol.asyncDispose]();
  }
}

/** What the work of `once` is handed: a lease on the intent, which ends with the work and in no other way. */

import type { ReleaseOutcome } from "../../base/events.ts";
import type { FencingToken } from "../../base/token.ts";
import type { Lease } from "../../lease/lease.ts";
import type { Term } from "../../lease/term.ts";

export class HeldClaim implements Lease {
  readonly guarded = true;
  readonly #term: Term;
  readonly #name: string;

  constructor(term: Term, name: string) {
    this.#term = term;
    this.#name = name;
  }

  /** The claim's name in the store: tokens of a lease of the same key are others, and a fence must tell them apart. */
  get key(): string {
    return this.#name;
  }
  get holder(): string {
    return this.#term.granted.holder;
  }
  get token(): FencingToken {
    return this.#term.granted.token;
  }
  get signal(): AbortSignal {
    this.#term.check();
    return this.#term.signal;
  }

  remainingMs(): number {
    return this.#term.remainingMs();
  }

  throwIfLost(): void {
    this.#term.check();
    if (this.#term.lost) throw this.#term.lost;
    this.#term.signal.throwIfAborted();
  }

  async run(): Promise<never> {
    throw endsWithItsWork();
  }

  async release(): Promise<ReleaseOutcome> {
    throw endsWithItsWork();
  }

  async handOver(): Promise<never> {
    throw endsWithItsWork();
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

function endsWithItsWork(): TypeError {
  return new TypeError(
    "the claim of once ends with its work: return what is to be recorded, or throw NotDoneError if nothing happened",
  );
}

/** A lease to write under, lent to work that may not end it: what it belongs to ends in a way of its own. */
import type { ReleaseOutcome } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import type { Held, Lease } from "./lease.ts";

/** What is lent: its own name and token, and a loss that may be that of more than itself. */
export interface Lent extends Pick<Held, "holder" | "signal" | "remainingMs" | "throwIfLost"> {
  readonly token: FencingToken;
}

export class LentLease implements Lease {
  readonly guarded = true;
  readonly key: string;
  readonly #lent: Lent;
  readonly #endsOtherwise: string;

  /**
   * @param key by which a fence is to know it
   * @param endsOtherwise what is said to whoever tries to end it
   */
  constructor(key: string, lent: Lent, endsOtherwise: string) {
    this.key = key;
    this.#lent = lent;
    this.#endsOtherwise = endsOtherwise;
  }

  get holder(): string {
    return this.#lent.holder;
  }
  get token(): FencingToken {
    return this.#lent.token;
  }
  get signal(): AbortSignal {
    return this.#lent.signal;
  }

  remainingMs(): number {
    return this.#lent.remainingMs();
  }

  throwIfLost(): void {
    this.#lent.throwIfLost();
  }

  async run(): Promise<never> {
    throw new TypeError(this.#endsOtherwise);
  }

  async release(): Promise<ReleaseOutcome> {
    throw new TypeError(this.#endsOtherwise);
  }

  async handOver(): Promise<never> {
    throw new TypeError(this.#endsOtherwise);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

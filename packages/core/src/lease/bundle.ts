/**
 * Several leases held as one: one signal, the shortest of their windows, one release. The first loss is that of all
 * (protocol, several keys). What stands on more than one record is held by this.
 */
import { noLongerNeeded, passAbortOn, whenAborted } from "../base/abort.ts";
import type { LeaseLostError } from "../base/errors.ts";
import type { ReleaseOutcome } from "../base/events.ts";
import { printable } from "../base/keys.ts";
import type { Holding } from "./hold.ts";
import { HeldLease } from "./lease.ts";
import { leaseLost } from "./loss.ts";
import { type Endurance, runWhileHeld, type Work } from "./run.ts";
import type { Granted, Term } from "./term.ts";

/** From the worst to the best: one that lapsed makes the work suspect, whatever the others say. */
const worst: readonly ReleaseOutcome[] = ["lapsed", "unconfirmed", "released"];

export class Bundle implements Endurance, AsyncDisposable {
  readonly leases: readonly HeldLease[];
  readonly #holdings: readonly Holding[];
  readonly #told = new AbortController();
  readonly #ended = new AbortController();
  #lost: LeaseLostError | undefined;
  #asked = false;
  #running = false;
  #release: Promise<readonly ReleaseOutcome[]> | undefined;

  /** @param holdings in the order in which they were taken, at least one */
  constructor(holdings: readonly Holding[]) {
    this.#holdings = holdings;
    this.leases = holdings.map((holding) => new HeldLease(holding));
    for (const { term } of holdings) void whenAborted(term.ended).then(() => this.#notice(term));
    this.check();
  }

  /** Of the first, for messages and for the time that work is given to stop. */
  get granted(): Granted {
    return this.#first.term.granted;
  }
  get ended(): AbortSignal {
    return this.#ended.signal;
  }
  get lost(): LeaseLostError | undefined {
    return this.#lost;
  }
  get signal(): AbortSignal {
    this.check();
    return this.#told.signal;
  }

  /** Looks at the clock itself, so that a late timer hides nothing. */
  check(): void {
    for (const { term } of this.#holdings) {
      term.check();
      this.#notice(term);
    }
  }

  remainingMs(): number {
    this.check();
    if (this.#ended.signal.aborted) return 0;
    return Math.min(...this.#holdings.map(({ term }) => term.remainingMs()));
  }

  /** @throws LeaseLostError, of the one that was lost first; also once all were released. */
  throwIfLost(): void {
    this.check();
    if (this.#lost) throw this.#lost;
    if (this.#release !== undefined) throw leaseLost(this.granted, "released", {});
  }

  /** Passes the abort of a caller's signal on to the work; it ends nothing. */
  follow(signal: AbortSignal | undefined): void {
    passAbortOn(signal, this.#told, this.#ended.signal);
  }

  /** Errors as of `lease.run`. Where the work goes on after a loss, none is released, and none is renewed any more. */
  async run<R>(work: Work<void, R>): Promise<R> {
    this.throwIfLost();
    if (this.#running) {
      throw new TypeError(
        `"${printable(this.granted.key)}" runs work already and is released when that ends; do both in one run`,
      );
    }
    this.#running = true;
    this.#asked = true;
    try {
      return await runWhileHeld(
        this,
        this.#first.clock,
        () => this.#releaseAll(),
        () => work(),
      );
    } finally {
      if (this.#release === undefined) for (const { term } of this.#holdings) term.end();
    }
  }

  /** The worst of what was found. */
  release(): Promise<ReleaseOutcome> {
    this.#asked = true;
    return this.#releaseAll();
  }

  /** What was found, in the order in which they were taken; they are released in reverse. */
  releaseEach(): Promise<readonly ReleaseOutcome[]> {
    this.#asked = true;
    this.#release ??= this.#releaseInReverse();
    return this.#release;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // To free them under work that goes on would let somebody in beside it.
    if (this.#running && this.#release === undefined) return;
    const outcome = await this.#releaseAll();
    if (outcome === "lapsed" && !this.#asked) throw this.#lost ?? leaseLost(this.granted, "expired", {});
  }

  async #releaseAll(): Promise<ReleaseOutcome> {
    this.#release ??= this.#releaseInReverse();
    const outcomes = await this.#release;
    return worst.find((outcome) => outcomes.includes(outcome)) ?? "released";
  }

  async #releaseInReverse(): Promise<readonly ReleaseOutcome[]> {
    this.check();
    this.#ended.abort(noLongerNeeded);
    const outcomes: ReleaseOutcome[] = [];
    for (const [at, lease] of [...this.leases.entries()].toReversed()) {
      outcomes.unshift(await lease.release());
      // A release may be what finds that it had lapsed.
      const term = this.#holdings[at]?.term;
      if (term) this.#notice(term);
    }
    return outcomes;
  }

  get #first(): Holding {
    const [first] = this.#holdings;
    if (!first) throw new TypeError("a bundle holds at least one lease");
    return first;
  }

  #notice(term: Term): void {
    if (!term.lost || this.#lost) return;
    this.#lost = term.lost;
    this.#ended.abort(noLongerNeeded);
    this.#told.abort(term.lost);
  }
}

/** What a leader has: its lease, and the value that all others see. */
import { unlessAborted } from "../../base/abort.ts";
import type { ReleaseOutcome } from "../../base/events.ts";
import type { Holding } from "../../lease/hold.ts";
import { renew } from "../../lease/keeper.ts";
import { HeldLease, type Lease } from "../../lease/lease.ts";
import { renewed } from "../../lease/transitions.ts";
import type { CallOptions } from "../../store/store.ts";
import type { Seat } from "./seat.ts";

/** One term of a leader. Its `token` grows from term to term: carry it with each write. `release()` resigns. */
export interface Leadership<T> extends Lease {
  /**
   * Shows another value. It is a renewal that says something new: one request, and the next heartbeat comes later.
   *
   * @throws LeaseLostError: whether anybody saw it is unknown. MisconfiguredError: nothing was written. TypeError for a
   *   value that the schema refuses, RangeError for one that is too large. The signal's own reason: then it may still land.
   */
  proclaim(value: T, options?: CallOptions): Promise<void>;
}

export class HeldLeadership<T> extends HeldLease implements Leadership<T> {
  readonly #seat: Seat<T>;
  readonly #holding: Holding;

  constructor(seat: Seat<T>, holding: Holding) {
    super(holding);
    this.#seat = seat;
    this.#holding = holding;
  }

  async proclaim(value: T, { signal }: CallOptions = {}): Promise<void> {
    this.throwIfLost();
    const { json } = await unlessAborted(signal, () => this.#seat.values.encode(value, this.key));
    this.throwIfLost();
    const { term, cell } = this.#holding;
    // In the queue of the renewals: beside one, either would be refused, and be read as a loss.
    await unlessAborted(signal, () => renew(term, cell, (record) => ({ ...renewed(record), value: json })));
    this.throwIfLost();
  }

  /** To resign: its work has its window to end in, and no longer, or it would keep the others from leading for ever. */
  runOut(): void {
    this.#holding.term.runOut();
  }

  /** This process campaigns again only when it is settled whether it has resigned. */
  protected override releaseOnce(): Promise<ReleaseOutcome> {
    const releasing = super.releaseOnce();
    this.#seat.contender.givingBack.add(this.#seat.place.name, releasing);
    return releasing;
  }
}

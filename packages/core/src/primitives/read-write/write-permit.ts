/** What a writer has: a lease, whose token a fence knows, and what only a writer inside may do. */
import { unlessAborted } from "../../base/abort.ts";
import { jittered } from "../../base/random.ts";
import type { Ask } from "../../lease/ask.ts";
import { tooLate } from "../../lease/ask.ts";
import type { Holding } from "../../lease/hold.ts";
import { renew } from "../../lease/keeper.ts";
import { HeldLease, type Lease } from "../../lease/lease.ts";
import type { LeaseOptions } from "../../lease/options.ts";
import type { Permit } from "../../lease/permit.ts";
import { renewed } from "../../lease/transitions.ts";
import { contended } from "../../lease/waiting.ts";
import type { CallOptions } from "../../store/store.ts";
import { checkReaders } from "./check-readers.ts";
import type { Lock } from "./lock.ts";
import { giveBack, readUnder, type Slot, takeSlot } from "./slot.ts";

/**
 * Permission to write while nobody reads. There is one writer, so its tokens grow, and it can fence documents as a lease
 * does. Its `key` is the name of its record: tokens of a lease of the lock's key are others, and a fence must tell them apart.
 */
export interface WritePermit extends Lease {
  /**
   * Goes on as a reader, with nobody in between: a slot is written and settled before the writer is released. This permit
   * has ended then; work that runs under it goes on, and has the other's signal to look at. Three requests.
   *
   * @param options of the slot, which is a lease of its own. @default those with which the writer was asked for
   * @throws LeaseLostError if it was lost before the slot was settled. ContendedError if each slot is taken, by readers that
   *   are about to find the writer; UnavailableError, UnknownOutcomeError, MisconfiguredError: this permit stands. TypeError,
   *   RangeError for wrong arguments.
   */
  downgrade(options?: LeaseOptions): Promise<Permit>;
  /**
   * Stores another number of slots for readers. One request. It counts for everybody, whatever number a program was opened
   * with.
   *
   * @throws LeaseLostError: whether it is stored is unknown. MisconfiguredError: nothing was written. RangeError. The
   *   signal's own reason: then it may still land.
   */
  setReaders(readers: number, options?: CallOptions): Promise<void>;
  /** @throws TypeError: whoever takes it over would have to be a writer, too. */
  handOver(): Promise<never>;
}

const triesMost = 20;
const pauseMs = 100;

export class HeldWritePermit extends HeldLease implements WritePermit {
  readonly #lock: Lock;
  readonly #holding: Holding;
  readonly #options: LeaseOptions;

  constructor(lock: Lock, holding: Holding, options: LeaseOptions) {
    super(holding);
    this.#lock = lock;
    this.#holding = holding;
    this.#options = options;
  }

  override get key(): string {
    return this.#lock.writerName;
  }

  async downgrade(options: LeaseOptions = this.#options): Promise<Permit> {
    this.throwIfLost();
    const sinceMs = this.#holding.clock.monotonicMs();
    const ask = await this.#lock.ask(options, "tryAcquire");
    const slot = await this.#slot(ask);
    try {
      // Somebody else may be writing by now, and need not have seen the slot.
      if (this.remainingMs() <= 0) this.throwIfLost();
      if (slot.grant.term.remainingMs() <= 0) throw tooLate(slot.ask);
    } catch (error) {
      await giveBack(this.#lock, slot);
      throw error;
    }
    const permit = readUnder(this.#lock, slot, sinceMs);
    await this.release();
    return permit;
  }

  /** Readers that come write a slot before they find us, and give it back at once. */
  async #slot(ask: Ask): Promise<Slot> {
    const { access } = this.#lock.contender;
    for (let tries = 1; ; tries++) {
      const { slots = 0 } = this.#holding.cell.state.record;
      const slot = await takeSlot(this.#lock, ask, slots);
      if (slot.kind === "granted") return slot;
      if (tries === triesMost) throw contended(this.#lock.contender, ask, slot, 0);
      await access.clock.sleep(jittered(pauseMs, access.random), ask.signal);
      this.throwIfLost();
    }
  }

  async setReaders(readers: number, { signal }: CallOptions = {}): Promise<void> {
    checkReaders(readers);
    this.throwIfLost();
    signal?.throwIfAborted();
    const { term, cell } = this.#holding;
    // In the queue of the renewals, and upon the record that makes us the writer.
    await unlessAborted(signal, () =>
      renew(term, cell, (record) => ({ ...renewed(record), slots: readers })),
    );
    this.throwIfLost();
  }

  override async handOver(): Promise<never> {
    throw new TypeError("the permit of a writer cannot be handed over; release it, and acquire it there");
  }
}

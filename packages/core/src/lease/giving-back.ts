/**
 * What nobody waits for any more and is not settled yet: a grant whose caller aborted or ran out of patience while its
 * write was under way. Until it is, this process asks for no other grant under that name (one logical write a record at
 * a time: protocol, section 2).
 */
import type { RecordPlace, StoreAccess } from "../record/access.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type WriteOutcome, writeRecord } from "../record/write.ts";
import { freed } from "./transitions.ts";
import type { Window } from "./window.ts";

export class GivingBack {
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param name of the record. A task that fails is over, too. */
  add(name: string, giveBack: Promise<unknown>): void {
    // Two calls may have been given up at once; the first to be settled does not speak for the other.
    const before = this.#underWay.get(name);
    const task = giveBack
      .catch(() => {})
      .then(() => before)
      .finally(() => {
        if (this.#underWay.get(name) === task) this.#underWay.delete(name);
      });
    this.#underWay.set(name, task);
  }

  /** Resolves when nothing under that name is under way. */
  async finished(name: string): Promise<void> {
    await this.#underWay.get(name);
  }
}

/** Frees a lease if its grant landed. Bounded by the window that it would have had: what is unsettled then runs out by itself. */
export async function giveBackLease(
  access: StoreAccess,
  place: RecordPlace,
  granting: Promise<WriteOutcome<LeaseRecord>>,
  window: Window,
): Promise<void> {
  const outcome = await granting;
  if (outcome.kind !== "written" || window.remainingMs() <= 0) return;
  const { state } = outcome;
  await writeRecord(access, place, leaseFormat, state, freed(state.record), { deadline: window });
}

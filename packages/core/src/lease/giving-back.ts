/**
 * Grants that nobody wants any more: the caller aborted or ran out of patience while the write was under way. It may
 * have landed, so it is settled in the background and, if it did land, freed. Until then this process asks for no
 * other grant of that key (one logical write a record at a time: protocol, section 2).
 */
import type { RecordPlace, StoreAccess } from "../record/access.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type WriteOutcome, writeRecord } from "../record/write.ts";
import { freed } from "./transitions.ts";
import type { Window } from "./window.ts";

export class GivingBack {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Bounded by the window that the grant would have had: what is still unsettled then runs out by itself. */
  add(
    access: StoreAccess,
    place: RecordPlace,
    granting: Promise<WriteOutcome<LeaseRecord>>,
    window: Window,
  ): void {
    // Two calls may have been given up at once; the first to be settled does not speak for the other.
    const before = this.#underWay.get(place.key);
    const task = granting
      .then(async (outcome) => {
        if (outcome.kind !== "written" || window.remainingMs() <= 0) return;
        await writeRecord(access, place, leaseFormat, outcome.state, freed(outcome.state.record), {
          deadline: window,
        });
      })
      .catch(() => {})
      .then(() => before)
      .finally(() => {
        if (this.#underWay.get(place.key) === task) this.#underWay.delete(place.key);
      });
    this.#underWay.set(place.key, task);
  }

  /** Resolves when nothing of that key is under way. */
  async finished(key: string): Promise<void> {
    await this.#underWay.get(key);
  }
}

/** Getting in to read: a slot is written and settled, and then the writer's record is looked at. */
import { BadRecordError, UnavailableError } from "../../base/errors.ts";
import type { FencingToken } from "../../base/token.ts";
import { type Ask, tooLate, warnOfSeed } from "../../lease/ask.ts";
import type { Contention } from "../../lease/look.ts";
import type { LeaseRecord } from "../../record/lease-record.ts";
import type { Absent } from "../../record/read.ts";
import { freeOrHeld, write } from "./fenced-look.ts";
import type { Lock } from "./lock.ts";
import { giveBack, type Slot, takeSlot } from "./slot.ts";

/** Bounds a run of numbers of slots that changed while we took one. */
const roundsMost = 4;

/**
 * Makes the tries of one call. Three requests, or two in a slot that this process freed last; and one to give the slot back
 * where a writer is in the way.
 *
 * @param ask of the writer's record
 * @throws UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the signal's
 *   own reason.
 */
export function readerOf(lock: Lock, ask: Ask): () => Promise<Slot | Contention<LeaseRecord>> {
  let inTheWay: Contention<LeaseRecord> | undefined;

  const look = async (): Promise<void> => {
    inTheWay = await writerInTheWay(lock, ask);
  };
  /** Gives the slot back, unless nobody waits for that. */
  const inSlot = async (slot: Slot): Promise<Slot | undefined> => {
    try {
      await look();
      if (!inTheWay && slot.grant.term.remainingMs() <= 0) throw tooLate(slot.ask);
    } catch (error) {
      const given = giveBack(lock, slot);
      if (!ask.signal?.aborted) await given;
      throw error;
    }
    // A writer does not look at those above the number that stands in the record.
    if (!inTheWay && slot.index < lock.slots) return slot;
    await giveBack(lock, slot);
    return undefined;
  };

  return async () => {
    for (let round = 1; round <= roundsMost; round++) {
      // Whoever waits for a writer looks at him first: a slot that is written in vain would only keep him waiting.
      if (inTheWay) await look();
      if (inTheWay) return inTheWay;
      const { slots } = lock;
      const slot = await takeSlot(lock, ask, slots);
      if (slot.kind === "granted") {
        const inside = await inSlot(slot);
        if (inside) return inside;
        if (inTheWay) return inTheWay;
      } else {
        // There may be more by now than we know of.
        await look();
        if (inTheWay || lock.slots <= slots) return slot;
      }
    }
    throw new UnavailableError(
      `the number of slots of ${ask.subject} changed ${roundsMost} times while we took one; try again`,
      {
        key: lock.key,
      },
    );
  };
}

/** `undefined`: there is none, and it is known how many slots a writer looks at. */
async function writerInTheWay(lock: Lock, ask: Ask): Promise<Contention<LeaseRecord> | undefined> {
  let found = await freeOrHeld(lock.contender, ask);
  if (found.kind === "absent") {
    await createFree(lock, ask, found);
    found = await freeOrHeld(lock.contender, ask);
  }
  if (found.kind === "contended") return found;
  const slots = found.kind === "present" ? found.record.slots : undefined;
  if (slots === undefined) {
    throw new BadRecordError(
      `${lock.writerName} does not say how many slots for readers there are: it was deleted just now, or something else wrote it`,
      { key: lock.key },
    );
  }
  lock.learn(slots);
  return undefined;
}

/** So that every slot is below a number that stands in the store. Whoever else was first is as good. */
async function createFree(lock: Lock, ask: Ask, absent: Absent): Promise<void> {
  if (absent.tokenSeed === undefined) warnOfSeed(lock.contender, ask);
  await write(lock.contender, ask, absent, {
    state: "free",
    token: (absent.tokenSeed ?? 1) as FencingToken,
    holder: lock.contender.settings.holder,
    ttlMs: ask.timing.ttlMs,
    renewals: 0,
    slots: lock.readers,
  });
}

/** Getting in to write: the lease is written and settled, and then each slot is seen free once. */
import { atMost } from "../../base/abort.ts";
import { UnavailableError } from "../../base/errors.ts";
import type { Ask } from "../../lease/ask.ts";
import { attempt } from "../../lease/attempt.ts";
import { type Holding, hold } from "../../lease/hold.ts";
import { HeldLease } from "../../lease/lease.ts";
import type { Contention } from "../../lease/look.ts";
import { watch } from "../../lease/term.ts";
import type { LeaseRecord } from "../../record/lease-record.ts";
import { freeOrHeld } from "./fenced-look.ts";
import type { Lock } from "./lock.ts";

/** A writer that is inside. */
export interface Inside {
  readonly kind: "granted";
  readonly holding: Holding;
}

/** The tries of one call. What it has written stands from try to try, so that no new reader enters meanwhile. */
export interface Writer {
  /**
   * Two requests, or one if this process wrote last, and one for each slot.
   *
   * @throws UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the signal's
   *   own reason.
   */
  attempt(): Promise<Inside | Contention<LeaseRecord>>;
  /** Releases what was written, if it has not got in. */
  giveUp(): Promise<void>;
}

/** So many slots are read at once. */
const readsAtOnce = 8;

/** @param ask of the writer's record */
export function writerOf(lock: Lock, ask: Ask): Writer {
  const { clock } = lock.contender.access;
  const sinceMs = clock.monotonicMs();
  // The work has not begun while its writer waits for readers.
  const waiting: Ask = { ...ask, timing: { ...ask.timing, workTimeoutMs: undefined } };
  let holding: Holding | undefined;
  let unseen = new Set<number>();

  const take = async (): Promise<Contention<LeaseRecord> | undefined> => {
    const answer = await attempt(lock.contender, waiting);
    if (answer.kind === "contended") return answer;
    holding = hold(lock.contender, waiting, answer, sinceMs);
    // What counts is what stands in the record that we have just written.
    const { slots = lock.readers } = answer.cell.state.record;
    lock.learn(slots);
    unseen = new Set(Array.from({ length: slots }, (_, slot) => slot));
    return undefined;
  };

  return {
    async attempt() {
      if (holding?.term.remainingMs() === 0) holding = undefined;
      const writer = holding ? undefined : await take();
      if (writer) return writer;
      const { term } = holding as Holding;
      const reader = await readerInTheWay(lock, ask, unseen);
      if (reader) return reader;
      if (term.remainingMs() <= 0) throw lostMeanwhile(ask, term.lost);
      const inside = holding as Holding;
      holding = undefined;
      term.limitWork(ask.timing.workTimeoutMs);
      if (ask.timing.workTimeoutMs !== undefined) void watch(term, clock);
      return { kind: "granted", holding: inside };
    },
    async giveUp() {
      if (!holding) return;
      const released = new HeldLease(holding).release().then(() => {});
      lock.contender.givingBack.add(ask.place.name, released);
      if (!ask.signal?.aborted) await atMost(clock, ask.place.requestTimeoutMs, undefined, released);
    },
  };
}

/**
 * Each slot is seen free once, or dead and freed: whoever takes it later finds our lease.
 *
 * @param unseen those that were not seen free yet: they leave it
 */
async function readerInTheWay(
  lock: Lock,
  ask: Ask,
  unseen: Set<number>,
): Promise<Contention<LeaseRecord> | undefined> {
  const slots = [...unseen];
  for (let from = 0; from < slots.length; from += readsAtOnce) {
    const answers = await Promise.all(
      slots.slice(from, from + readsAtOnce).map(async (slot) => {
        const found = await freeOrHeld(lock.contender, lock.askSlot(ask, slot));
        if (found.kind === "contended") return found;
        unseen.delete(slot);
        return undefined;
      }),
    );
    const contention = answers.find((answer) => answer !== undefined);
    if (contention) return contention;
  }
  return undefined;
}

function lostMeanwhile({ place, subject }: Ask, cause: unknown): UnavailableError {
  return new UnavailableError(
    `the writer's lease of ${subject} was written, and lost before all readers had left; nothing ran. ` +
      "Use a longer ttlMs, or find out what makes the store slow",
    { key: place.key, cause },
  );
}

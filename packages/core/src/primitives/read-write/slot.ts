/** A reader's slot: taking one, and giving back one that nobody reads under. */
import { atMost } from "../../base/abort.ts";
import { readWriteName } from "../../base/keys.ts";
import type { Ask } from "../../lease/ask.ts";
import { attempt, type Grant } from "../../lease/attempt.ts";
import { Bundle } from "../../lease/bundle.ts";
import { hold } from "../../lease/hold.ts";
import type { Contention } from "../../lease/look.ts";
import { HeldPermit } from "../../lease/permit.ts";
import { freed } from "../../lease/transitions.ts";
import type { LeaseRecord } from "../../record/lease-record.ts";
import type { Lock } from "./lock.ts";

/** A slot whose write is settled. It is no permission yet. */
export interface Slot {
  readonly kind: "granted";
  readonly index: number;
  readonly ask: Ask;
  readonly grant: Grant;
}

/**
 * One that is free or dead, or who has the one that can be taken first. Two requests, or one for a slot that this process
 * freed last; one more for each that others are in.
 *
 * @param slots how many there are
 * @throws as `attempt`.
 */
export async function takeSlot(lock: Lock, ask: Ask, slots: number): Promise<Slot | Contention<LeaseRecord>> {
  let first: Contention<LeaseRecord> | undefined;
  for (const index of inOrder(lock, slots)) {
    const slotAsk = lock.askSlot(ask, index);
    lock.take(index);
    const answer = await attempt(lock.contender, slotAsk).catch((error: unknown) => {
      lock.leave(index);
      throw error;
    });
    if (answer.kind === "granted") return { kind: "granted", index, ask: slotAsk, grant: answer };
    lock.leave(index);
    if (!first || answer.expiresInMs < first.expiresInMs) first = answer;
  }
  return first as Contention<LeaseRecord>;
}

/** Those that this process freed last come first, as they need no read; the rest by chance, so that readers spread. */
function inOrder({ contender, key, own }: Lock, slots: number): number[] {
  const { access, freed: known } = contender;
  const chance = Array.from({ length: slots }, (_, index) => {
    const isWarm = known.get(readWriteName(key, index)) !== undefined;
    return { index, at: isWarm ? -1 : access.random.unit() };
  });
  const all = chance.toSorted((one, other) => one.at - other.at).map(({ index }) => index);
  const others = all.filter((index) => !own.has(index));
  return others.length > 0 ? others : all.slice(0, 1);
}

/** Reads under it, from now on. */
export function readUnder(lock: Lock, slot: Slot, sinceMs: number): HeldPermit {
  const holding = hold(lock.contender, slot.ask, slot.grant, sinceMs);
  const onFreed: typeof holding.onFreed = (state) => {
    holding.onFreed(state);
    lock.leave(slot.index);
  };
  return new HeldPermit(lock.key, slot.index, new Bundle([{ ...holding, onFreed }]));
}

/** Frees it, or lets it run out if its window has closed. Resolves when that is settled, after a request's time at the latest. */
export async function giveBack(lock: Lock, { index, ask, grant: { term, cell } }: Slot): Promise<void> {
  const { access, freed: known, givingBack } = lock.contender;
  const { name, requestTimeoutMs } = ask.place;
  const isOpen = term.window.remainingMs() > 0;
  term.end();
  const giving = isOpen
    ? cell.write(freed, { deadline: term.patience }).then((outcome) => {
        if (outcome.kind === "written") known.set(name, outcome.state);
      })
    : Promise.resolve();
  const given = giving.catch(() => {}).finally(() => lock.leave(index));
  givingBack.add(name, given);
  await atMost(access.clock, requestTimeoutMs, undefined, given);
}

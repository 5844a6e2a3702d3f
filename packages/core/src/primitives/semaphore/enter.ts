/**
 * The way in. Whoever finds a free slot takes it. Whoever finds none, and everybody who wants several, takes the gate
 * first, and only with the gate collects and waits: one at a time, so that no two wait for what the other has, and whoever
 * wants many is not starved (protocol, semaphores).
 */
import { deadlineAfter } from "../../base/deadline.ts";
import { ContendedError, UnavailableError } from "../../base/errors.ts";
import { printable, semaphoreName } from "../../base/keys.ts";
import { jittered } from "../../base/random.ts";
import { take, tryTake } from "../../lease/acquire.ts";
import type { Bundle } from "../../lease/bundle.ts";
import type { Holding } from "../../lease/hold.ts";
import { HeldLease } from "../../lease/lease.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "../../lease/options.ts";
import { isPassing } from "../../lease/waiting.ts";
import type { PermitOptions, Seat } from "./seat.ts";
import { Slots } from "./slots.ts";
import { permitsMost, readPermits } from "./stored-permits.ts";

/** What was let in: the slots, and their leases as one. */
export interface Entry {
  readonly slots: readonly number[];
  readonly bundle: Bundle;
}

export type Entering = "tryAcquire" | "acquire";

/** Each round but the first after the number of permits was another than was known, or a slot was lost. */
const roundsMost = 3;
const firstPollMs = 100;
const pollGrowth = 1.6;
const longestPollMs = 2_000;

/** What one call is asked for. */
interface Wish {
  readonly seat: Seat;
  readonly weight: number;
  readonly options: LeaseOptions;
  readonly slots: Slots;
  remainingMs(): number;
}

/** `undefined`: there is none now, and nobody was to wait. Errors as of `semaphore.acquire`. */
export async function enter(
  seat: Seat,
  { weight = 1, ...options }: LeaseOptions & WaitOptions & PermitOptions,
  entering: Entering,
): Promise<Entry | undefined> {
  if (!Number.isInteger(weight) || weight < 1 || weight > permitsMost) {
    throw new RangeError(`weight is ${weight}; give an integer from 1 to the number of permits`);
  }
  checkOptions(options, entering === "tryAcquire" ? entering : "semaphore");
  const { waitMs = 0, ...leaseOptions } = options;
  const { clock } = seat.contender.access;
  const waiting = deadlineAfter(clock, waitMs);
  const slots = new Slots(seat, leaseOptions, waitMs);
  const wish: Wish = { seat, weight, options: leaseOptions, slots, remainingMs: () => waiting.remainingMs() };
  try {
    const entry =
      (weight === 1 ? await unlessPassing(wish, () => enterDirectly(wish)) : undefined) ??
      (await enterByGate(wish, entering));
    if (entry || entering === "tryAcquire") {
      if (!entry) slots.dropAll();
      return entry;
    }
    throw contended(wish, waitMs);
  } catch (error) {
    throw giveAllBack(slots, error);
  }
}

function giveAllBack(slots: Slots, error: unknown): unknown {
  slots.dropAll();
  return error;
}

/** `undefined`: no slot is free. */
async function enterDirectly(wish: Wish): Promise<Entry | undefined> {
  const { seat, slots } = wish;
  for (let round = 1, permits = seat.stored.known; round <= roundsMost; round++) {
    await slots.take(1, permits);
    const found = slots.held.size > 0;
    const entry = await entryOf(wish);
    if (entry) return entry;
    // There may be more than were known.
    if (!found && seat.stored.known <= permits) return undefined;
    permits = seat.stored.known;
  }
  return undefined;
}

/** After the last slot was written: are they permits still, are all windows still open? */
async function entryOf({ seat, weight, slots, options }: Wish): Promise<Entry | undefined> {
  slots.dropFrom(await readPermits(seat, options.signal));
  const { held } = slots;
  if (held.size < weight) return undefined;
  return { slots: [...held.keys()], bundle: slots.enter() };
}

/** Only the one who has the gate collects, and keeps what it has while it waits for the rest. */
async function enterByGate(wish: Wish, entering: Entering): Promise<Entry | undefined> {
  // One slot that nobody waits for needs no gate: it was not free.
  if (wish.weight === 1 && wish.remainingMs() <= 0) return undefined;
  while (true) {
    const gate = await takeGate(wish, entering);
    if (!gate) return undefined;
    try {
      const entry = await collect(wish, gate);
      if (entry !== "gate lost") return entry;
      wish.slots.dropAll();
    } finally {
      openGate(wish.seat, gate);
    }
    if (wish.remainingMs() <= 0) throw gateLost(wish.seat, gate);
  }
}

function takeGate({ seat, options, ...wish }: Wish, entering: Entering): Promise<Holding | undefined> {
  const { contender, key } = seat;
  const asked = { noun: "gate of the semaphore", key, nameOf: gateName };
  // Renewed whatever the permits are. Of their ttl, so that who dies behind it keeps the others out no longer than by a slot.
  const { signal, term, ttlMs, abortMs } = options;
  const gateOptions = { signal, ...(term !== "fixed" && { ttlMs, abortMs }) };
  if (entering === "tryAcquire") return tryTake(contender, asked, gateOptions);
  return take(contender, asked, { ...gateOptions, waitMs: Math.max(wish.remainingMs(), 0) });
}

/** Ends with the wait. */
async function collect(wish: Wish, gate: Holding): Promise<Entry | "gate lost" | undefined> {
  const { seat, slots, options } = wish;
  const { clock, random } = seat.contender.access;
  for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * pollGrowth, longestPollMs)) {
    // While it waits their number may change.
    const again = pollMs > firstPollMs;
    const entry = await unlessPassing(wish, () => collectOnce(wish, again));
    gate.term.check();
    if (gate.term.lost) return "gate lost";
    if (entry) return entry;
    if (wish.remainingMs() <= 0) return undefined;
    const pauseMs = Math.min(jittered(pollMs, random), slots.nextFreeInMs, wish.remainingMs());
    await clock.sleep(Math.max(pauseMs, 1), options.signal);
  }
}

/** Looks at each slot once that is not ours yet. `undefined`: not all could be had. */
async function collectOnce(wish: Wish, again: boolean): Promise<Entry | undefined> {
  const { seat, weight, slots, options } = wish;
  const { known } = seat.stored;
  const permits = again || weight > known ? await readPermits(seat, options.signal) : known;
  if (weight > permits) {
    throw new RangeError(
      `weight is ${weight}, and the semaphore "${printable(seat.key)}" has ${permits} permits: it can never be had`,
    );
  }
  slots.dropFrom(permits);
  await slots.take(weight, permits);
  return slots.held.size >= weight ? entryOf(wish) : undefined;
}

/** Whoever waits anyway waits out a store that is down, too. */
async function unlessPassing(wish: Wish, look: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!isPassing(error) || wish.remainingMs() <= 0) throw error;
    return undefined;
  }
}

/** Nobody waits for it. */
function openGate({ contender, key }: Seat, gate: Holding): void {
  contender.givingBack.add(gateName(key), new HeldLease(gate).release());
}

const gateName = (key: string): string => semaphoreName(key, "gate");

function contended({ seat, weight, slots }: Wish, waitMs: number): Error {
  const { key, contender, stored } = seat;
  const waited = waitMs > 0 ? ` after waiting ${waitMs} ms` : "";
  const inTheWay = slots.inTheWay;
  const what = `the semaphore "${printable(key)}" in ${contender.access.store.name} has not ${weight} of its ${stored.known} permits free${waited}`;
  if (!inTheWay)
    return new UnavailableError(`${what}, though nobody was seen to have them; try again`, { key });
  const { holder, token, expiresInMs } = inTheWay;
  return new ContendedError(
    `${what}; ${printable(holder)} has one, that can be taken in ${Math.ceil(expiresInMs / 1000)} s unless it is renewed`,
    { key, holder, token, expiresInMs },
  );
}

function gateLost({ key }: Seat, gate: Holding): UnavailableError {
  return new UnavailableError(
    `the gate of the semaphore "${printable(key)}" was lost while its holder collected; nothing ran, and what was taken is given back. Try again`,
    { key, cause: gate.term.lost },
  );
}

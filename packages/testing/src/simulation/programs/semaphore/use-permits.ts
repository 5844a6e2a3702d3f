/** One simulated process: asks for permits again and again, one or several, works, and lets them go. */
import { isCoordinationError, type LeaseOptions, type Permit } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { PlacesBook } from "../places-book.ts";
import { workUnder } from "../work-under.ts";
import type { Call, NumberBook } from "./number-book.ts";

export const semaphoreKey = "s";
export const permits = 3;
const longestWaitMs = 25_000;

export interface Notes {
  readonly journal: Journal;
  readonly places: PlacesBook;
  readonly numbers: NumberBook;
}

export async function usePermits(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const weight = random.unit() < 0.6 ? 1 : 2 + Math.floor(random.unit() * (permits - 1));
    const call = { name: `${name}.${count}`, weight };
    const permit = await ask(self, notes, call);
    if (permit) await use(self, notes, call, permit);
  }
}

async function ask(self: Participant, notes: Notes, call: Call): Promise<Permit | undefined> {
  const { coordinator, clock, random, habits, name } = self;
  const waitMs = random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0;
  const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
  const caller = random.unit() < 0.1 ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
  const { weight } = call;
  const options: LeaseOptions & { readonly weight: number } = {
    ttlMs,
    weight,
    note: call.name,
    signal: caller?.signal,
  };
  const semaphore = coordinator.semaphore(semaphoreKey, { permits });
  try {
    const permit =
      waitMs > 0 ? await semaphore.acquire({ ...options, waitMs }) : await semaphore.tryAcquire(options);
    if (permit) entered(self, notes, call);
    else notes.journal.count("contended");
    return permit;
  } catch (error) {
    failed(self, notes, call, error);
    notes.journal.say(name, `${call.name}: ${String(error)}`);
    return undefined;
  }
}

function entered({ name }: Participant, { journal, places, numbers }: Notes, call: Call): void {
  journal.count(call.weight === 1 ? "entries" : "heavyEntries");
  journal.say(name, `${call.name} enters with ${call.weight}`);
  numbers.entered(name, call, places.standing(call.name));
}

function failed({ name }: Participant, { journal, numbers }: Notes, call: Call, error: unknown): void {
  const isPassing =
    isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
  if (isCoordinationError(error, "contended")) journal.count("contended");
  else if (isPassing || error === "enough") journal.count("unsettled");
  else if (error instanceof RangeError && call.weight > numbers.least) journal.count("neverToBeHad");
  else journal.violate(name, `${call.name} failed with ${String(error)}`);
}

async function use(self: Participant, { journal, places }: Notes, call: Call, permit: Permit): Promise<void> {
  // Also what was lost while the rest was waited for, and stands there still.
  const slots = places.standing(call.name);
  await workUnder(self, permit, () => places.worked(self.name, call.name, call.weight));
  const outcome = await permit.release();
  if (outcome === "released") places.released(self.name, call.name, slots, call.weight);
  if (permit.signal.aborted) journal.count("losses");
}

/** One simulated process: takes some of the keys again and again, in any order, works, and lets them go. */
import { isCoordinationError, type LeaseOptions, type Leases } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { PlacesBook } from "../places-book.ts";
import { workUnder } from "../work-under.ts";

export const allKeys: readonly string[] = ["w", "x", "y", "z"];
const longestWaitMs = 25_000;

export interface Notes {
  readonly journal: Journal;
  readonly places: PlacesBook;
}

export async function takeSeveral(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const call = `${name}.${count}`;
    const shuffled = allKeys
      .map((key) => ({ key, at: random.unit() }))
      .sort((one, other) => one.at - other.at)
      .map(({ key }) => key);
    const keys = shuffled.slice(0, 2 + Math.floor(random.unit() * 2));
    const leases = await ask(self, notes, call, keys);
    if (leases) await use(self, notes, call, leases);
  }
}

async function ask(
  self: Participant,
  { journal }: Notes,
  call: string,
  keys: readonly string[],
): Promise<Leases | undefined> {
  const { coordinator, clock, random, habits, name } = self;
  const waitMs = random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0;
  const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
  const caller = random.unit() < 0.1 ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
  const options: LeaseOptions = { ttlMs, note: call, signal: caller?.signal };
  try {
    const leases = await coordinator.acquireAll(keys, { ...options, waitMs });
    journal.count("entries");
    journal.say(name, `${call} has ${leases.keys.join(", ")}`);
    return leases;
  } catch (error) {
    const passing =
      isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
    if (isCoordinationError(error, "contended")) journal.count("contended");
    else if (passing || error === "enough") journal.count("unsettled");
    else journal.violate(name, `${call} failed with ${String(error)}`);
    journal.say(name, `${call}: ${String(error)}`);
    return undefined;
  }
}

async function use(
  self: Participant,
  { journal, places }: Notes,
  call: string,
  leases: Leases,
): Promise<void> {
  await workUnder(self, leases, () => places.worked(self.name, call, leases.keys.length));
  const outcomes = await leases.release();
  const released = [...outcomes].filter(([, outcome]) => outcome === "released").map(([key]) => key);
  places.released(self.name, call, released, released.length);
  if (leases.signal.aborted) journal.count("losses");
}

/** One simulated process: adopts what was handed over, or asks for the lease; works under it, and passes it on or lets it go. */
import {
  type CoordinationError,
  isCoordinationError,
  type Lease,
  type LeaseLostError,
  type LeaseOptions,
} from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import { leaseKey } from "../lease/contend.ts";
import type { LeaseBook } from "../lease/lease-book.ts";
import type { Carried, HandoverBook } from "./handover-book.ts";

export interface Notes {
  readonly journal: Journal;
  readonly book: LeaseBook;
  readonly handovers: HandoverBook;
  readonly nowMs: () => number;
}

interface Call {
  readonly name: string;
  readonly ttlMs: number;
}

/** Of so many turns, one being all, something that was handed over is adopted; of as many terms the lease is passed on. */
const passing = 0.6;
const shareOfAborted = 0.08;
const longestWaitMs = 5_000;
/** Beyond the ttl, in which every request of a call has its place: a pause may begin before. */
const slackMs = 1_000;

export async function passOn(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
    const call = { name: `${name}.${count}`, ttlMs };
    const carried = random.unit() < passing ? notes.handovers.pick(random.unit()) : undefined;
    const lease = carried ? await adopt(self, notes, call, carried) : await ask(self, notes, call);
    if (lease) await hold(self, notes, call, lease);
  }
}

async function ask(self: Participant, notes: Notes, call: Call): Promise<Lease | undefined> {
  const { coordinator, random, habits, name } = self;
  const waitMs = random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0;
  const failure = await inTime(self, notes, call, waitMs, async (options) => {
    const lease = await coordinator.acquire(leaseKey, { ...options, waitMs });
    notes.book.granted(name, call.name, lease.token);
    return lease;
  });
  if ("lease" in failure) return failure.lease;
  if (isCoordinationError(failure.error, "contended")) notes.book.contended(name, call.name, waitMs === 0);
  else passes(self, notes, call, failure.error);
  return undefined;
}

async function adopt(
  self: Participant,
  notes: Notes,
  call: Call,
  carried: Carried,
): Promise<Lease | undefined> {
  const { coordinator, name } = self;
  const { handovers, book } = notes;
  handovers.adopting(call.name);
  const answer = await inTime(self, notes, call, 0, async (options) => {
    const lease = await coordinator.adopt(carried.text, options);
    book.granted(name, call.name, lease.token);
    handovers.adopted(name, call.name, carried, notes.nowMs());
    return lease;
  });
  if ("lease" in answer) return answer.lease;
  if (isCoordinationError(answer.error, "lease-lost")) {
    handovers.refused(name, call.name, carried, answer.error as LeaseLostError);
    book.contended(name, call.name, true);
  } else passes(self, notes, call, answer.error);
  return undefined;
}

async function hold(self: Participant, notes: Notes, call: Call, lease: Lease): Promise<void> {
  const { clock, random, habits, name } = self;
  const untilMs = clock.monotonicMs() + random.unit() * habits.holdMs;
  await work(self, notes, lease, () => clock.monotonicMs() < untilMs);
  if (random.unit() < passing) {
    // Some go on with what they were at: they look at their lease before each step, as they always did.
    const handing = handOver(self, notes, call, lease);
    let steps = random.unit() < 0.5 ? 4 : 0;
    await work(self, notes, lease, () => steps-- > 0);
    await handing;
    const untilLaterMs = clock.monotonicMs() + random.unit() * habits.stepMs * 4;
    await work(self, notes, lease, () => clock.monotonicMs() < untilLaterMs);
  } else notes.book.released(name, lease.token, await lease.release());
  const { reason } = lease.signal;
  if (!lease.signal.aborted) return;
  if (reason.reason === "handed-over") notes.journal.count("given");
  else notes.book.lost(name, lease.token, reason as LeaseLostError);
}

/** Steps under the lease, for as long as the holder is sure of it. */
async function work(self: Participant, { book }: Notes, lease: Lease, goesOn: () => boolean): Promise<void> {
  const { clock, random, habits, name } = self;
  while (goesOn() && !self.isOver()) {
    await clock.sleep(20 + random.unit() * habits.stepMs);
    if (lease.remainingMs() <= 0) return;
    book.worked(name, lease.token);
  }
}

async function handOver(self: Participant, notes: Notes, call: Call, lease: Lease): Promise<void> {
  const { token } = lease;
  const sinceMs = notes.nowMs();
  const isHeld = lease.remainingMs() > 0;
  const answer = await inTime(self, notes, call, 0, async ({ signal }) => {
    const text = await lease.handOver({ signal });
    // Whoever carries the string may bring it to the next at this very moment.
    if (!lease.signal.aborted || lease.remainingMs() > 0) {
      notes.journal.violate(self.name, `${call.name}: token ${token} was given away, and is held still`);
    }
    if (!isHeld) notes.journal.violate(self.name, `${call.name}: token ${token} was lost, and handed over`);
    notes.handovers.handedOver(self.name, { text, token, ttlMs: call.ttlMs, sinceMs });
    return lease;
  });
  if ("lease" in answer || isCoordinationError(answer.error, "lease-lost")) return;
  passes(self, notes, call, answer.error);
}

/** It ends in time, with a lease or an error. Some callers lose patience. */
async function inTime(
  self: Participant,
  { journal }: Notes,
  { name, ttlMs }: Call,
  waitMs: number,
  asked: (options: LeaseOptions) => Promise<Lease>,
): Promise<{ readonly lease: Lease } | { readonly error: unknown }> {
  const { clock, random } = self;
  const caller = random.unit() < shareOfAborted ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 1_000).then(() => caller.abort("enough"));
  const sinceMs = clock.monotonicMs() - self.pausedMs();
  try {
    return { lease: await asked({ ttlMs, note: name, signal: caller?.signal }) };
  } catch (error) {
    return { error };
  } finally {
    const tookMs = clock.monotonicMs() - self.pausedMs() - sinceMs;
    if (tookMs > waitMs + ttlMs + slackMs)
      journal.violate(self.name, `${name} took ${Math.round(tookMs)} ms`);
  }
}

function passes({ name }: Participant, { journal }: Notes, call: Call, error: unknown): void {
  journal.say(
    name,
    `${call.name}: ${isCoordinationError(error) ? (error as CoordinationError).code : String(error)}`,
  );
  if (isCoordinationError(error, "unknown-outcome")) journal.count("unknownOutcomes");
  else if (error !== "enough" && !isCoordinationError(error, "unavailable"))
    journal.violate(name, `${call.name} failed with ${String(error)}`);
}

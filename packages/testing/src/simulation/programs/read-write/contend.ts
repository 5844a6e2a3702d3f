/** One simulated process: reads or writes under the lock again and again, and lets it go. */
import {
  isCoordinationError,
  type LeaseOptions,
  type Permit,
  type ReadWriteLock,
  type WritePermit,
} from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { LockBook, Stay } from "./lock-book.ts";

export const lockKey = "x";
const longestWaitMs = 15_000;
const slotsMost = 3;
/** Of so many, one being all: whoever writes, goes on as a reader, or changes the number of slots. */
const writing = 0.4;
const downgrading = 0.3;
const resizing = 0.15;
/** Whose program says a number of slots that may have been right once. */
const outdated = 0.1;

export interface Notes {
  readonly journal: Journal;
  readonly book: LockBook;
}

interface Call {
  readonly name: string;
  readonly options: LeaseOptions;
  readonly waitMs: number;
}

export async function contend(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name, coordinator } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const readers = random.unit() < outdated ? 1 + Math.floor(random.unit() * slotsMost) : slotsMost;
    const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
    const caller = random.unit() < 0.1 ? new AbortController() : undefined;
    if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
    const call = {
      name: `${name}.${count}`,
      options: { ttlMs, note: `${name}.${count}`, signal: caller?.signal },
      waitMs: random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0,
    };
    const lock = coordinator.readWriteLock(lockKey, { readers });
    if (random.unit() < writing) await write(self, notes, call, lock);
    else await read(self, notes, call, lock);
  }
}

async function read(self: Participant, notes: Notes, call: Call, lock: ReadWriteLock): Promise<void> {
  const permit = await asked(self, notes, call, lock.read);
  if (!permit) return;
  const stay: Stay = { kind: "read", who: self.name, call: call.name, slot: permit.slot };
  notes.book.entered(stay);
  await stayInside(self, notes, stay, permit);
  await permit.release();
}

async function write(self: Participant, notes: Notes, call: Call, lock: ReadWriteLock): Promise<void> {
  const { random, name } = self;
  const permit = await asked(self, notes, call, lock.write);
  if (!permit) return;
  const stay: Stay = { kind: "write", who: name, call: call.name, slot: undefined };
  notes.book.entered(stay);
  await stayInside(self, notes, stay, permit);
  if (random.unit() < resizing) {
    await permit.setReaders(1 + Math.floor(random.unit() * slotsMost)).catch(passing(self, notes, call));
  }
  if (random.unit() < downgrading) await goOnReading(self, notes, call, { permit, stay });
  await permit.release();
}

async function goOnReading(
  self: Participant,
  notes: Notes,
  { name, options }: Call,
  { permit, stay }: { readonly permit: WritePermit; readonly stay: Stay },
): Promise<void> {
  const call = { name: `${name}d`, options: { ...options, note: `${name}d` }, waitMs: 0 };
  const reading = await permit.downgrade(call.options).catch(passing(self, notes, call));
  if (!reading) return;
  const next: Stay = { kind: "read", who: self.name, call: call.name, slot: reading.slot, after: stay };
  notes.book.entered(next);
  await stayInside(self, notes, next, reading);
  await reading.release();
}

async function asked<P extends Permit | WritePermit>(
  self: Participant,
  notes: Notes,
  call: Call,
  way: {
    tryAcquire(options: LeaseOptions): Promise<P | undefined>;
    acquire(options: LeaseOptions & { readonly waitMs: number }): Promise<P>;
  },
): Promise<P | undefined> {
  const { waitMs, options } = call;
  const asking = waitMs > 0 ? way.acquire({ ...options, waitMs }) : way.tryAcquire(options);
  return asking.catch(passing(self, notes, call));
}

/** What a call may end with while all goes wrong. */
function passing({ name }: Participant, { journal }: Notes, call: Call): (error: unknown) => undefined {
  return (error) => {
    const code = isCoordinationError(error) ? error.code : String(error);
    journal.say(name, `${call.name}: ${code}`);
    if (!["contended", "unavailable", "unknown-outcome", "lease-lost", "enough"].includes(code)) {
      journal.violate(name, `${call.name} failed with ${String(error)}`);
    }
    return undefined;
  };
}

async function stayInside(
  self: Participant,
  { book }: Notes,
  stay: Stay,
  permit: Permit | WritePermit,
): Promise<void> {
  const { clock, random, habits } = self;
  const untilMs = clock.monotonicMs() + random.unit() * habits.holdMs;
  // Some look at the clock before each step, and some trust the signal alone.
  const trusting = random.unit() < 0.5;
  const isSure = (): boolean => (trusting ? !permit.signal.aborted : permit.remainingMs() > 0);
  if (isSure()) book.worked(stay);
  while (clock.monotonicMs() < untilMs && !self.isOver()) {
    await clock.sleep(20 + random.unit() * habits.stepMs);
    if (!isSure()) return;
    book.worked(stay);
  }
}

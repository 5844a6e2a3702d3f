/** One simulated process: asks for the lease again and again, works under it, and lets it go. */
import {
  type Clock,
  type CoordinationError,
  isCoordinationError,
  type Lease,
  type LeaseLostError,
  type LeaseOptions,
  type LossReason,
} from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { LeaseBook } from "./lease-book.ts";

export const leaseKey = "x";
export const leaseRecordKey: string = `_fencepost/leases/${leaseKey}.json`;
const longestWaitMs = 15_000;
/** Beyond `waitMs` and three requests: the pause between two reads, and the turn of who waits in line. */
const slackMs = 1_000;
/** The default `abortMs` is this share of a short ttl. */
const defaultAbortShare = 0.1;
/** Timers tell whole milliseconds, and two of them stand between the end of a window and the last step of the work. */
const slipMs = 5;

interface Notes {
  readonly journal: Journal;
  readonly book: LeaseBook;
  /** Whether the store breaks its promises, so that it may be refused. */
  readonly isBad: () => boolean;
}

/** What one ask is called, and for how long it asks. */
interface Call {
  readonly name: string;
  readonly ttlMs: number;
}

interface Loss {
  readonly reason: LossReason | undefined;
  /** On the process's monotonic clock. */
  readonly toldAtMs: number;
}

export async function contend(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
    const call = { name: `${name}.${count}`, ttlMs };
    const lease = await ask(self, notes, call);
    if (lease) await hold(self, notes, call, lease);
  }
}

async function ask(self: Participant, notes: Notes, call: Call): Promise<Lease | undefined> {
  const { coordinator, clock, random, habits, name } = self;
  const waitMs = random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0;
  const caller = random.unit() < 0.1 ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
  const options: LeaseOptions = { ttlMs: call.ttlMs, note: call.name, signal: caller?.signal };
  const sinceMs = clock.monotonicMs() - self.pausedMs();
  try {
    const lease =
      waitMs > 0
        ? await coordinator.acquire(leaseKey, { ...options, waitMs })
        : await coordinator.tryAcquire(leaseKey, options);
    if (lease) notes.book.granted(name, call.name, lease.token);
    else notes.book.contended(name, call.name, true);
    return lease;
  } catch (error) {
    failed(self, notes, call, error);
    return undefined;
  } finally {
    const tookMs = clock.monotonicMs() - self.pausedMs() - sinceMs;
    if (tookMs > waitMs + call.ttlMs + slackMs) {
      notes.journal.violate(
        name,
        `${call.name} took ${Math.round(tookMs)} ms with waitMs ${Math.round(waitMs)}`,
      );
    }
  }
}

function failed({ name }: Participant, notes: Notes, call: Call, error: unknown): void {
  const { journal, book } = notes;
  if (isCoordinationError(error, "contended")) book.contended(name, call.name, false);
  else if (isCoordinationError(error, "unknown-outcome")) journal.count("unknownOutcomes");
  else if (isCoordinationError(error, "unsupported-store") && notes.isBad()) journal.count("refused");
  else if (error !== "enough" && !isCoordinationError(error, "unavailable")) {
    journal.violate(name, `${call.name} failed with ${describe(error)}`);
  }
  journal.say(name, `${call.name}: ${describe(error)}`);
}

async function hold(self: Participant, notes: Notes, call: Call, lease: Lease): Promise<void> {
  const { clock, random, habits, name } = self;
  const untilMs = clock.monotonicMs() + random.unit() * habits.holdMs;
  // Some look at the clock before each step, and some trust the signal alone.
  const trusting = random.unit() < 0.5;
  const pauses = self.pauses();
  const lost = lossOf(lease, clock);
  while (clock.monotonicMs() < untilMs && !self.isOver()) {
    await clock.sleep(20 + random.unit() * habits.stepMs);
    if (trusting ? lease.signal.aborted : lease.remainingMs() <= 0) break;
    notes.book.worked(name, lease.token);
  }
  await stop(self, notes, call, { ...lost(), token: lease.token, pauses });
  const again = random.unit() < 0.2 ? lease.release() : undefined;
  const outcome = await lease.release();
  notes.book.released(name, lease.token, outcome);
  if (again && (await again) !== outcome) {
    notes.journal.violate(name, "a second release was answered otherwise");
  }
  if (lease.signal.aborted) notes.book.lost(name, lease.token, lease.signal.reason as LeaseLostError);
}

/** When a loss was told, and which. */
function lossOf(lease: Lease, clock: Clock): () => Loss {
  let toldAtMs = 0;
  lease.signal.addEventListener("abort", () => {
    toldAtMs = clock.monotonicMs();
  });
  return () => ({ reason: (lease.signal.reason as LeaseLostError | undefined)?.reason, toldAtMs });
}

/** Work takes as long to stop as it was promised, unless the process had stood still: then it may learn of it late. */
async function stop(
  self: Participant,
  { book }: Notes,
  { ttlMs }: Call,
  loss: Loss & { readonly token: number; readonly pauses: number },
): Promise<void> {
  if (loss.reason !== "expired") return;
  const lastMs = loss.toldAtMs + ttlMs * defaultAbortShare - slipMs;
  const leftMs = lastMs - self.clock.monotonicMs();
  if (leftMs <= 0) return;
  await self.clock.sleep(leftMs);
  if (self.pauses() === loss.pauses) book.worked(self.name, loss.token);
}

function describe(error: unknown): string {
  if (isCoordinationError(error)) return (error as CoordinationError).code;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

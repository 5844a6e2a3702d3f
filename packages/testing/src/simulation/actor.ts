/** One simulated process: asks for the lease again and again, works under it, and lets it go. */
import {
  type CoordinationError,
  type Coordinator,
  isCoordinationError,
  type Lease,
  type LeaseLostError,
  type LeaseOptions,
  type Random,
} from "@fencepost/core";
import type { ProcessClock } from "../world/process-clock.ts";
import type { Journal } from "./journal.ts";

export interface Actor {
  readonly name: string;
  readonly coordinator: Coordinator;
  readonly clock: ProcessClock;
  readonly random: Random;
  readonly journal: Journal;
  readonly ttlsMs: readonly number[];
  readonly idleMs: number;
  /** No new lease is asked for once it is true. */
  readonly isOver: () => boolean;
  /** For how long the process has been stopped altogether, on its monotonic clock. */
  readonly pausedMs: () => number;
  readonly pauses: () => number;
}

export const leaseKey = "x";
const longestWaitMs = 15_000;
const longestHoldMs = 6_000;
/** Beyond `waitMs` and three requests: the pause between two reads, and the turn of who waits in line. */
const slackMs = 1_000;

export async function play(actor: Actor): Promise<void> {
  const { clock, random } = actor;
  for (let count = 1; !actor.isOver(); count++) {
    await clock.sleep(random.unit() * actor.idleMs);
    const lease = await ask(actor, `${actor.name}.${count}`);
    if (lease) await hold(actor, lease);
  }
}

async function ask(actor: Actor, call: string): Promise<Lease | undefined> {
  const { coordinator, clock, random, journal } = actor;
  const ttlMs = actor.ttlsMs[Math.floor(random.unit() * actor.ttlsMs.length)] ?? 3_000;
  const waitMs = random.unit() < 0.5 ? 0 : random.unit() * longestWaitMs;
  const caller = random.unit() < 0.1 ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
  const options: LeaseOptions = { ttlMs, note: call, signal: caller?.signal };
  const sinceMs = clock.monotonicMs() - actor.pausedMs();
  try {
    const lease =
      waitMs > 0
        ? await coordinator.acquire(leaseKey, { ...options, waitMs })
        : await coordinator.tryAcquire(leaseKey, options);
    if (lease) journal.granted(actor.name, call, lease.token);
    else journal.contended(actor.name, call, true);
    return lease;
  } catch (error) {
    failed(actor, call, error);
    return undefined;
  } finally {
    const tookMs = clock.monotonicMs() - actor.pausedMs() - sinceMs;
    if (tookMs > waitMs + ttlMs + slackMs) {
      journal.violate(actor.name, `${call} took ${Math.round(tookMs)} ms with waitMs ${Math.round(waitMs)}`);
    }
  }
}

function failed({ journal, name }: Actor, call: string, error: unknown): void {
  if (isCoordinationError(error, "contended")) journal.contended(name, call, false);
  else if (isCoordinationError(error, "unknown-outcome")) journal.counts.unknownOutcomes += 1;
  else if (error !== "enough" && !isCoordinationError(error, "unavailable")) {
    journal.violate(name, `${call} failed with ${describe(error)}`);
  }
  journal.say(name, `${call}: ${describe(error)}`);
}

async function hold(actor: Actor, lease: Lease): Promise<void> {
  const { clock, random, journal, name } = actor;
  const untilMs = clock.monotonicMs() + random.unit() * longestHoldMs;
  // Some look at the clock before each step, and some trust the signal alone.
  const pauses = actor.pauses();
  const trusting = random.unit() < 0.5;
  while (clock.monotonicMs() < untilMs) {
    await clock.sleep(20 + random.unit() * 400);
    if (trusting ? lease.signal.aborted : lease.remainingMs() <= 0) break;
    journal.worked(name, lease.token);
  }
  if (lease.signal.aborted) await stop(actor, lease, pauses);
  const again = random.unit() < 0.2 ? lease.release() : undefined;
  const outcome = await lease.release();
  journal.released(name, lease.token, outcome);
  if (again && (await again) !== outcome) journal.violate(name, "a second release was answered otherwise");
  if (lease.signal.aborted) journal.lost(name, lease.token, lease.signal.reason as LeaseLostError);
}

/** Work takes as long to stop as it was promised, unless the process had stood still: then it may learn of it late. */
async function stop(actor: Actor, lease: Lease, pauses: number): Promise<void> {
  const { clock, journal, name } = actor;
  const { reason } = lease.signal.reason as LeaseLostError;
  if (reason !== "expired") return;
  // The default abortMs of the shortest ttl, on a clock of its own.
  await clock.sleep(290);
  if (actor.pauses() === pauses) journal.worked(name, lease.token);
}

function describe(error: unknown): string {
  if (isCoordinationError(error)) return (error as CoordinationError).code;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

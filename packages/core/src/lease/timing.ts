/**
 * The durations of a lease and the relations that make them safe (protocol, section 4). All of it is checked when the
 * lease is asked for, and each message names the numbers and the fix.
 */
import { ttlMostMs } from "../record/lease-record.ts";
import { checkDuration, type FixedTerm, type LeaseOptions, type RenewedTerm } from "./options.ts";

export interface Timing {
  /** What challengers wait for. */
  readonly ttlMs: number;
  /** How long the holder trusts its last write; always shorter than ttl. */
  readonly windowMs: number;
  /** What the work is given to stop, between the end of the window and anybody else's turn. */
  readonly abortMs: number;
  /** `undefined`: a fixed term. */
  readonly renewEveryMs: number | undefined;
  readonly workTimeoutMs: number | undefined;
  readonly requestTimeoutMs: number;
}

/** By how much the clocks of holder, challenger and store may differ in rate (protocol, section 4). */
export const rateTolerance = 0.05;
/** The share of a ttl that a holder uses: the rest is for clocks that run apart. */
const usableShare = 1 - rateTolerance;
/** Below it a few round trips decide, and a lease flaps. */
const ttlLeastMs = 3_000;
const defaultTtlMs = 30_000;
const defaultAbortMs = 3_000;
export const defaultRequestTimeoutMs = 5_000;

/** What the coordinator and its store add to a lease's own options. */
export interface TimingLimits {
  readonly requestTimeoutMs: number | undefined;
  readonly minWriteIntervalMs: number;
}

/** @throws RangeError if a duration is out of range or the durations contradict each other. */
export function timingOf(options: LeaseOptions, limits: TimingLimits): Timing {
  if (options.ttlMs !== undefined) checkDuration("ttlMs", options.ttlMs, ttlLeastMs);
  if (options.abortMs !== undefined) checkDuration("abortMs", options.abortMs, 0);
  if (options.workTimeoutMs !== undefined) checkDuration("workTimeoutMs", options.workTimeoutMs, 1);
  const timing = options.term === "fixed" ? fixedTiming(options, limits) : renewedTiming(options, limits);
  if (timing.ttlMs > ttlMostMs) {
    throw new RangeError(
      `ttlMs is ${timing.ttlMs}; at most ${ttlMostMs} (7 days): use a shorter ttl and renewals`,
    );
  }
  return timing;
}

function renewedTiming(options: RenewedTerm, limits: TimingLimits): Timing {
  const ttlMs = options.ttlMs ?? defaultTtlMs;
  const abortMs = options.abortMs ?? Math.min(defaultAbortMs, ttlMs / 10);
  const windowMs = usableShare * ttlMs - abortMs;
  const renewEveryMs = ttlMs / 3;
  const spare = (windowMs - renewEveryMs) / 3;
  // One millisecond less, as three requests and a pause must end before the window does.
  const requestTimeoutMs = limits.requestTimeoutMs ?? Math.min(defaultRequestTimeoutMs, Math.ceil(spare) - 1);
  if (spare <= 1) {
    throw new RangeError(
      `ttlMs ${ttlMs} and abortMs ${abortMs} leave a window of ${Math.round(windowMs)} ms (0.95 * ttlMs - abortMs), and a renewal comes ` +
        `every ${Math.round(renewEveryMs)} ms (ttlMs / 3): raise ttlMs, or lower abortMs`,
    );
  }
  if (renewEveryMs + 3 * requestTimeoutMs >= windowMs) {
    throw new RangeError(
      `a renewal every ${Math.round(renewEveryMs)} ms (ttlMs ${ttlMs} / 3) and three requests of ${requestTimeoutMs} ms do not fit into ` +
        `the window of ${Math.round(windowMs)} ms (0.95 * ttlMs - abortMs ${abortMs}): raise ttlMs, or lower abortMs or requestTimeoutMs`,
    );
  }
  if (renewEveryMs < limits.minWriteIntervalMs) {
    throw new RangeError(
      `ttlMs is ${ttlMs}, a renewal every ${Math.round(renewEveryMs)} ms, but this store takes one write of a key every ` +
        `${limits.minWriteIntervalMs} ms: use a ttlMs of at least ${3 * limits.minWriteIntervalMs}`,
    );
  }
  return { ttlMs, abortMs, windowMs, renewEveryMs, workTimeoutMs: options.workTimeoutMs, requestTimeoutMs };
}

function fixedTiming(options: FixedTerm, limits: TimingLimits): Timing {
  const { workTimeoutMs } = options;
  if (workTimeoutMs === undefined) {
    throw new TypeError(
      'term is "fixed" and workTimeoutMs is missing: without renewals the ttl follows from it',
    );
  }
  const requestTimeoutMs = limits.requestTimeoutMs ?? defaultRequestTimeoutMs;
  const abortMs =
    options.abortMs ?? Math.min(defaultAbortMs, (options.ttlMs ?? Number.POSITIVE_INFINITY) / 10);
  const leastMs = Math.max(Math.ceil((workTimeoutMs + abortMs + requestTimeoutMs) / usableShare), ttlLeastMs);
  const ttlMs = options.ttlMs ?? leastMs;
  if (ttlMs < leastMs) {
    throw new RangeError(
      `ttlMs is ${ttlMs}, and a fixed term needs at least ${leastMs}: (workTimeoutMs ${workTimeoutMs} + abortMs ${abortMs} + ` +
        `request time-out ${requestTimeoutMs}) / 0.95. Leave ttlMs out, or shorten workTimeoutMs`,
    );
  }
  return {
    ttlMs,
    abortMs,
    windowMs: usableShare * ttlMs - abortMs,
    renewEveryMs: undefined,
    workTimeoutMs,
    requestTimeoutMs,
  };
}

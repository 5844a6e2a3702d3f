/**
 * The times of `fencepost run`. The command must be dead before anybody else may take over, so what it gets to stop,
 * and a little for doing it, is told to the lease as `abortMs`; the lease then ends its window that much earlier
 * (protocol, section 4).
 */
import { type DurationRange, showDuration } from "./duration.ts";
import { UsageError } from "./usage-error.ts";

/** What a lease's ttl may be (core refuses the rest; here the range is for the option's own message). */
export const ttlRange: DurationRange = { leastMs: 3_000, mostMs: 7 * 24 * 3_600_000 };

const defaultTtlMs = 30_000;
const defaultKillAfterMs = 3_000;
/** For our own timers, and for the system to end a group of processes. */
const slackMostMs = 500;
/** A window in which requests must be quicker than this is none. */
const requestLeastMs = 250;
/** The share of a ttl that core uses, less the pause between two renewals. */
const usableShare = 0.95 - 1 / 3;

export interface LeaseTimes {
  readonly ttlMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly killAfterMs: number;
  readonly abortMs: number;
}

/** @throws UsageError if the two contradict each other; its message names the options and what would fit. */
export function leaseTimes(given: {
  readonly ttlMs?: number | undefined;
  readonly killAfterMs?: number | undefined;
}): LeaseTimes {
  const ttlMs = given.ttlMs ?? defaultTtlMs;
  const killAfterMs = given.killAfterMs ?? Math.min(defaultKillAfterMs, ttlMs / 10);
  const slackMs = Math.min(slackMostMs, ttlMs / 20);
  const mostMs = Math.floor(usableShare * ttlMs - 3 * requestLeastMs - slackMs);
  if (killAfterMs > mostMs) {
    const leastTtlMs =
      Math.ceil((killAfterMs + slackMostMs + 3 * requestLeastMs) / usableShare / 1_000) * 1_000;
    throw new UsageError(
      `--kill-after ${showDuration(killAfterMs)} leaves too little of --ttl ${showDuration(ttlMs)} to renew the lease in: ` +
        `use --kill-after ${showDuration(mostMs)} or less, or --ttl ${showDuration(leastTtlMs)} or more`,
    );
  }
  return { ttlMs, killAfterMs, abortMs: killAfterMs + slackMs };
}

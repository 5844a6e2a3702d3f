/** Waits for a lock without blocking the event loop, which SQLite's own busy time-out would do. */
import { type Clock, type Random, systemClock, systemRandom } from "@fencepost/core";
import { isLocked } from "./sqlite-quirks.ts";

/**
 * Long enough for a queue of small writes, short enough to leave the caller room to repeat within its deadline:
 * waiting and giving up are the caller's business.
 */
const lockWaitMs = 2_000;
const longestPauseMs = 25;

export interface LockWait {
  /** Sleeps between attempts. @default the system's */
  readonly clock?: Clock | undefined;
  /** Spreads them. @default the system's */
  readonly random?: Random | undefined;
}

/**
 * Runs `attempt`, and again while another connection holds the lock, for up to two seconds. What it throws at last is
 * for `failed` to answer.
 *
 * @throws the signal's own reason; no attempt has done anything then. Whatever `failed` throws.
 */
export async function whenUnlocked<R>(
  attempt: () => R,
  failed: (error: unknown) => R,
  signal: AbortSignal | undefined,
  { clock = systemClock, random = systemRandom }: LockWait,
): Promise<R> {
  const untilMs = clock.monotonicMs() + lockWaitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    signal?.throwIfAborted();
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error) || clock.monotonicMs() >= untilMs) return failed(error);
    }
    // At least a millisecond, so that the time is over after a known number of attempts.
    await clock.sleep(1 + random.unit() * pauseMs, signal);
  }
}

import type { Clock } from "./clock.ts";

/** How much longer something may take: the window of a lease, or what its caller is willing to wait. */
export interface Deadline {
  /** Milliseconds; 0 or less when it is over. */
  remainingMs(): number;
}

/** `ms` from now on the monotonic clock. */
export function deadlineAfter(clock: Clock, ms: number): Deadline {
  const endsAtMs = clock.monotonicMs() + ms;
  return { remainingMs: () => endsAtMs - clock.monotonicMs() };
}

import type { Clock } from "./clock.ts";

/** How much longer something may take. A lease's window is one; so is a caller's patience. */
export interface Deadline {
  /** Not above 0 when it is over. */
  remainingMs(): number;
}

/** `ms` from now on the monotonic clock. */
export function deadlineAfter(clock: Clock, ms: number): Deadline {
  const endsAtMs = clock.monotonicMs() + ms;
  return { remainingMs: () => endsAtMs - clock.monotonicMs() };
}

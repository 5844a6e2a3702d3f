/** What a worker of a race needs beside the store: a clock for its pauses, chance for their length, a signal that ends it. */
import type { Clock, Random } from "@fencepost/core";

export interface Pace {
  readonly clock: Clock;
  readonly random: Random;
  /** May be another signal each time, see {@link following}. */
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts when `signal` does, for one call. Clients leave listeners behind on the signals that they are
 * handed, which is well where each request has its own, as in a coordinator, and not where thousands share one.
 */
export function following(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal]);
}

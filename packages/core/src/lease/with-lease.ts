/** Acquire, run, release; and what happens instead while the store is down. */
import { isCoordinationError } from "../base/errors.ts";
import { acquireLease } from "./acquire.ts";
import type { Contender } from "./contender.ts";
import type { HeldLease, Lease } from "./lease.ts";
import type { LeaseOptions, WaitOptions } from "./options.ts";
import type { Work } from "./run.ts";
import { runUnguarded, type Unguarded } from "./unguarded.ts";

/** What a call site says of a store that is down. There is no third, silent way. */
export type WhenUnavailable = "fail" | "proceed-unguarded";

export interface ScopeOptions {
  /**
   * `proceed-unguarded`: the work runs without a lease if the store cannot be asked. Only where doing it twice is a
   * waste and no harm. A permission that is refused never counts as down. @default "fail"
   */
  readonly whenUnavailable?: WhenUnavailable | undefined;
}

/** Errors as of `acquireLease`, and of `lease.run`. */
export async function withLease<R>(
  contender: Contender,
  key: string,
  options: LeaseOptions & WaitOptions & ScopeOptions,
  work: Work<Lease | Unguarded, R>,
): Promise<R> {
  const { whenUnavailable, ...leaseOptions } = options;
  if (typeof work !== "function")
    throw new TypeError("withLease needs the work as its last argument, a function");
  if (
    whenUnavailable !== undefined &&
    whenUnavailable !== "fail" &&
    whenUnavailable !== "proceed-unguarded"
  ) {
    throw new TypeError(
      `whenUnavailable is ${JSON.stringify(whenUnavailable)}; use "fail" or "proceed-unguarded"`,
    );
  }
  let lease: HeldLease;
  try {
    lease = await acquireLease(contender, key, leaseOptions);
  } catch (error) {
    const down = isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
    if (!down || whenUnavailable !== "proceed-unguarded") throw error;
    contender.access.onEvent({ type: "lease.unguarded", key, cause: error });
    const { signal, workTimeoutMs } = leaseOptions;
    return runUnguarded(contender.access.clock, { key, cause: error, signal, workTimeoutMs }, work);
  }
  lease.follow(leaseOptions.signal);
  return lease.run(work);
}

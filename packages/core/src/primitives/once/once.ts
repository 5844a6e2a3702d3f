/** The handle of one intent. */
import { claimName } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import type { Contender } from "../../lease/contender.ts";
import type { Lease } from "../../lease/lease.ts";
import type { LeaseOptions, WaitOptions } from "../../lease/options.ts";
import type { Work } from "../../lease/run.ts";
import { memberValuesOf } from "../../record/member-values.ts";
import type { ValueOptions } from "../../record/schema.ts";
import type { CallOptions } from "../../store/store.ts";
import type { WhenAbandoned } from "./attempt.ts";
import { inspectOnce, type OnceStatus } from "./inspect.ts";
import { type Finding, resolveOnce } from "./resolve.ts";
import { type Intent, type Outcome, runOnce } from "./run.ts";

/** How an intent is dealt with. */
export interface OnceOptions {
  /**
   * What is done about an attempt of which nobody can tell whether it happened. `rerun` does it again, so it is at least
   * once and not at most once: only where doing it twice does no harm. @default "fail": `UnknownOutcomeError`
   */
  readonly whenAbandoned?: WhenAbandoned | undefined;
}

/** One intent, by its key: something that is to happen at most once. */
export interface Once<T> {
  /**
   * Does it, or says what came of it when it was done. `run(work)` does not wait for somebody who is at it; with `waitMs`
   * it does. The work is handed a lease on the intent, which ends with the work.
   *
   * Its result is recorded for whoever comes later, if there is a schema. If it throws a `NotDoneError` the intent is open
   * again, or as unknown as it was if this was a rerun; anything else that it throws leaves the outcome unknown, for this
   * caller and for later ones.
   *
   * Three requests for whoever does it, and its renewals; one for whoever comes later.
   *
   * @throws UnknownOutcomeError: look before you act, and `resolve`. ContendedError while somebody is at it.
   *   LeaseLostError if another attempt, or a verdict, stands where this one was to be recorded. Where nothing ran:
   *   UnavailableError, BadRecordError, MisconfiguredError, UnsupportedStoreError, the signal's own reason, TypeError or
   *   RangeError for wrong arguments.
   */
  run(work: Work<Lease, T>): Promise<Outcome<T>>;
  run(options: LeaseOptions & WaitOptions, work: Work<Lease, T>): Promise<Outcome<T>>;
  /** Looks, without setting out. @throws UnavailableError, BadRecordError, MisconfiguredError. */
  inspect(options?: CallOptions): Promise<OnceStatus<T>>;
  /**
   * A person's verdict on the abandoned attempt `token`, and on no other. Two requests.
   *
   * @throws ContendedError if that attempt may be alive; ConflictError if another attempt or verdict stands there;
   *   UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError.
   */
  resolve(token: FencingToken, finding: Finding<T>, options?: CallOptions): Promise<void>;
}

const known = ["whenAbandoned", "schema"];

/** @throws TypeError for a wrong key or wrong options. */
export function once<T>(
  contender: Contender,
  key: string,
  options: OnceOptions & Partial<ValueOptions<T>> = {},
): Once<T> {
  checkOnceOptions(options);
  contender.placeOf(key, claimName);
  const { whenAbandoned = "fail", schema } = options;
  const intent: Intent<T> = { contender, key, whenAbandoned, results: memberValuesOf(schema) };
  return {
    run: (...given: [Work<Lease, T>] | [LeaseOptions & WaitOptions, Work<Lease, T>]) => {
      const [leaseOptions, work] = given.length === 2 ? given : [{}, given[0]];
      return runOnce(intent, leaseOptions, work);
    },
    inspect: (callOptions = {}) => inspectOnce(intent, callOptions),
    resolve: (token, finding, callOptions = {}) => resolveOnce(intent, token, finding, callOptions),
  };
}

function checkOnceOptions(options: OnceOptions): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name))
      throw new TypeError(`unknown once option "${name}"; known are ${known.join(", ")}`);
  }
  const { whenAbandoned } = options;
  if (whenAbandoned !== undefined && whenAbandoned !== "fail" && whenAbandoned !== "rerun") {
    throw new TypeError(`whenAbandoned is ${JSON.stringify(whenAbandoned)}; use "fail" or "rerun"`);
  }
}

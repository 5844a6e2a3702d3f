/** Acquiring a lease: at once, or waiting for whoever has it. */
import { leaseName } from "../base/keys.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import { type Asked, askOf } from "./ask.ts";
import { attempt, type Grant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { type Holding, hold } from "./hold.ts";
import { HeldLease } from "./lease.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "./options.ts";
import { reportContention, waitFor } from "./waiting.ts";

/** `undefined` if somebody else holds it. Errors as {@link acquireLease}, but for `ContendedError`. */
export async function tryAcquireLease(
  contender: Contender,
  key: string,
  options: LeaseOptions,
): Promise<HeldLease | undefined> {
  checkOptions(options, "tryAcquire");
  const holding = await tryTake(contender, leaseAsked(key), options);
  return holding && new HeldLease(holding);
}

/**
 * @throws ContendedError when `waitMs` is over; UnavailableError, UnknownOutcomeError, BadRecordError,
 *   MisconfiguredError, UnsupportedStoreError; the signal's own reason; TypeError, RangeError for wrong arguments.
 */
export async function acquireLease(
  contender: Contender,
  key: string,
  options: LeaseOptions & WaitOptions,
): Promise<HeldLease> {
  checkOptions(options, "acquire");
  return new HeldLease(await take(contender, leaseAsked(key), options));
}

const leaseAsked = (key: string): Asked => ({ noun: "lease", key, nameOf: leaseName });

/** Any record of a lease, once: the options are checked. Errors as {@link take}, but for `ContendedError`. */
export async function tryTake(
  contender: Contender,
  asked: Asked,
  options: LeaseOptions,
): Promise<Holding | undefined> {
  const ask = await askOf(contender, asked, options, 0);
  const sinceMs = contender.access.clock.monotonicMs();
  const answer = await attempt(contender, ask);
  if (answer.kind === "granted") return hold(contender, ask, answer, sinceMs);
  reportContention(contender, ask, answer, undefined);
  return undefined;
}

/** Any record of a lease, within `waitMs`: the options are checked. Errors as {@link acquireLease}. */
export async function take(
  contender: Contender,
  asked: Asked,
  options: LeaseOptions & WaitOptions,
): Promise<Holding> {
  const waitMs = options.waitMs ?? 0;
  const ask = await askOf(contender, asked, options, waitMs);
  const sinceMs = contender.access.clock.monotonicMs();
  const grant = await waitFor<Grant, LeaseRecord>(contender, ask, waitMs, (before) =>
    attempt(contender, ask, before),
  );
  return hold(contender, ask, grant, sinceMs);
}

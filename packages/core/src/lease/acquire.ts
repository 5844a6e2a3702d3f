/** Acquiring a lease: at once, or waiting for whoever has it. */
import { leaseName } from "../base/keys.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import { askOf } from "./ask.ts";
import { attempt, type Grant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { keepRenewed } from "./keeper.ts";
import { HeldLease } from "./lease.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "./options.ts";
import { watch } from "./term.ts";
import { reportContention, waitFor } from "./waiting.ts";

/** `undefined` if somebody else holds it. Errors as {@link acquireLease}, but for `ContendedError`. */
export async function tryAcquireLease(
  contender: Contender,
  key: string,
  options: LeaseOptions,
): Promise<HeldLease | undefined> {
  checkOptions(options, "tryAcquire");
  const ask = await askOf(contender, "lease", key, leaseName, options, 0);
  const sinceMs = contender.access.clock.monotonicMs();
  const answer = await attempt(contender, ask);
  if (answer.kind === "granted") return hold(contender, answer, sinceMs);
  reportContention(contender, ask, answer, undefined);
  return undefined;
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
  const waitMs = options.waitMs ?? 0;
  const ask = await askOf(contender, "lease", key, leaseName, options, waitMs);
  const sinceMs = contender.access.clock.monotonicMs();
  const grant = await waitFor<Grant, LeaseRecord>(contender, ask, waitMs, (before) =>
    attempt(contender, ask, before),
  );
  return hold(contender, grant, sinceMs);
}

function hold(contender: Contender, { term, cell }: Grant, sinceMs: number): HeldLease {
  const { clock, random, onEvent } = contender.access;
  const { key, token, timing } = term.granted;
  onEvent({ type: "lease.acquired", key, token, waitedMs: clock.monotonicMs() - sinceMs });
  void watch(term, clock);
  if (timing.renewEveryMs !== undefined) {
    void keepRenewed(term, cell, { ms: timing.renewEveryMs, clock, random });
  }
  return new HeldLease(term, cell, clock, (state) => {
    if (state) contender.freed.set(key, state);
    contender.lines.wake(leaseName(key));
  });
}

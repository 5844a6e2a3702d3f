/** Asking to lead, and waiting for it as long as the caller does. */
import { unlessAborted } from "../../base/abort.ts";
import { isCoordinationError } from "../../base/errors.ts";
import { leaseName } from "../../base/keys.ts";
import { jittered } from "../../base/random.ts";
import { take } from "../../lease/acquire.ts";
import type { Asked } from "../../lease/ask.ts";
import type { Holding } from "../../lease/hold.ts";
import { checkOptions, type LeaseOptions, type RenewedTerm } from "../../lease/options.ts";
import { HeldLeadership } from "./leadership.ts";
import type { Seat } from "./seat.ts";

/** The value that a leader shows is asked for where there is a schema for it. */
export type ValueOf<T> = [T] extends [undefined] ? { readonly value?: undefined } : { readonly value: T };

/** How somebody campaigns. */
export type CampaignOptions<T> = RenewedTerm &
  ValueOf<T> & {
    /** Until it aborts, somebody who does not lead campaigns. */
    readonly signal: AbortSignal;
    /**
     * 0 to 10. Whoever has less lets a second pass for each step before it takes what is free, so that those with more
     * come first. A hint and no rule: it cannot unseat anybody, and whoever is slow may lose all the same. @default 10
     */
    readonly priority?: number | undefined;
  };

const highestPriority = 10;
const msPerStep = 1_000;

/** One stretch of waiting, after which it waits anew: a timer could not run for ever. */
const waitMs = 60 * 60 * 1000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** What a campaign is asked with, checked, and the value as it is stored. */
export interface Candidacy {
  readonly asked: Asked;
  readonly options: LeaseOptions & { readonly signal: AbortSignal };
}

/** @throws TypeError, RangeError for wrong options, and a value that the schema refuses. */
export async function candidacyOf<T>(
  { place, values }: Seat<T>,
  options: CampaignOptions<T>,
): Promise<Candidacy> {
  const { value, priority = highestPriority, ...leaseOptions } = options;
  check(leaseOptions, priority);
  const { json } = await unlessAborted(options.signal, () => values.encode(value as T, place.key));
  const standBackMs = (highestPriority - priority) * msPerStep;
  const asked = {
    noun: "election",
    key: place.key,
    nameOf: leaseName,
    carried: { value: json },
    standBackMs,
  };
  return { asked, options: leaseOptions };
}

/** Errors as of `election.campaign`. */
export async function campaign<T>(seat: Seat<T>, options: CampaignOptions<T>): Promise<HeldLeadership<T>> {
  return stand(seat, await candidacyOf(seat, options));
}

/** Stands until it leads. Ends with the signal at the latest. */
export async function stand<T>(seat: Seat<T>, candidacy: Candidacy): Promise<HeldLeadership<T>> {
  const holding = await seat.standing.during(waitToLead(seat, candidacy));
  seat.standing.lead(holding);
  return new HeldLeadership(seat, holding);
}

async function waitToLead<T>({ contender }: Seat<T>, { asked, options }: Candidacy): Promise<Holding> {
  const { clock, random } = contender.access;
  for (let pauseMs = firstPauseMs; ; ) {
    try {
      return await take(contender, asked, { ...options, waitMs });
    } catch (error) {
      options.signal.throwIfAborted();
      if (!isCoordinationError(error, "contended")) {
        if (!isWaitedFor(error)) throw error;
        await clock.sleep(jittered(pauseMs, random), options.signal);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  }
}

/** A store that is down is no reason to give a candidacy up. */
function isWaitedFor(error: unknown): boolean {
  return isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
}

function check(options: Omit<RenewedTerm, "signal"> & { readonly signal?: unknown }, priority: number): void {
  const { signal } = options;
  if (!(signal instanceof AbortSignal)) {
    throw new TypeError("a campaign needs a signal: it waits for as long as that has not aborted");
  }
  if ("waitMs" in options) {
    throw new TypeError("waitMs has no meaning for a campaign, which waits until its signal aborts");
  }
  const { term } = options as { readonly term?: unknown };
  if (term !== undefined && term !== "renewed") {
    throw new TypeError(`term is ${JSON.stringify(term)}; a leader renews its term, so leave it out`);
  }
  if (!Number.isInteger(priority) || priority < 0 || priority > highestPriority) {
    throw new RangeError(`priority is ${priority}; give an integer from 0 to ${highestPriority}`);
  }
  checkOptions(options as LeaseOptions, "acquire");
}

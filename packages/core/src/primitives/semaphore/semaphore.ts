/** The handle of one semaphore: so many at a time, by leases of numbered slots. */
import { semaphoreName } from "../../base/keys.ts";
import type { Contender } from "../../lease/contender.ts";
import type { LeaseOptions, WaitOptions } from "../../lease/options.ts";
import { HeldPermit, type Permit, type Permits } from "../../lease/permit.ts";
import type { Work } from "../../lease/run.ts";
import type { CallOptions } from "../../store/store.ts";
import { type Entering, type Entry, enter } from "./enter.ts";
import { holdersOf, type PermitHolder } from "./holders.ts";
import type { PermitOptions, Seat } from "./seat.ts";
import { checkPermits, resize } from "./stored-permits.ts";

/** What a semaphore is opened with. */
export interface SemaphoreOptions {
  /**
   * How many there are, 1 to 1,000, until somebody resizes it. What is stored counts: where it is another number, that is
   * reported as a `store.warning`.
   */
  readonly permits: number;
}

/**
 * So many at a time. Those who hold it are inside their windows never more than there are permits; what a paused one still
 * does nobody can prevent, and a permit cannot fence. Nobody stands in line across processes; of those who wait one at a time
 * collects, so that whoever wants many is not starved by those who want one.
 *
 * Three requests where a slot is free, `2 * weight + 1` in all, and three more for those who have to wait or want several.
 */
export interface Semaphore extends Permits<PermitOptions> {
  /** Who holds which slot, by one read a slot and one more. @throws UnavailableError, BadRecordError, MisconfiguredError. */
  holders(options?: CallOptions): Promise<readonly PermitHolder[]>;
  /**
   * Stores another number of permits, for everybody. Fewer close slots: whoever has one of those keeps it until it is let
   * go, so for as long there may be more holders than permits. Two requests.
   *
   * @throws ConflictError if others did so at the same time; UnavailableError, UnknownOutcomeError, BadRecordError,
   *   MisconfiguredError, UnsupportedStoreError; RangeError for a number that is none.
   */
  resize(permits: number, options?: CallOptions): Promise<void>;
}

/** @throws TypeError, RangeError for a wrong key or wrong options. */
export function openSemaphore(contender: Contender, key: string, options: SemaphoreOptions): Semaphore {
  for (const name of Object.keys(options ?? {})) {
    if (name !== "permits") {
      throw new TypeError(
        `unknown semaphore option "${name}"; known is permits, and weight where it is acquired`,
      );
    }
  }
  checkPermits(options?.permits);
  const { permits } = options;
  contender.placeOf(key, (each) => semaphoreName(each, permits));
  const seat: Seat = { contender, key, stored: { wanted: permits, known: permits, hasWarned: false } };
  const acquire = async (
    given: LeaseOptions & WaitOptions & PermitOptions,
    entering: Entering,
  ): Promise<HeldPermit | undefined> => permitOf(key, await enter(seat, given, entering));
  return {
    tryAcquire: (given = {}) => acquire(given, "tryAcquire"),
    acquire: async (given = {}) => (await acquire(given, "acquire")) as Permit,
    async withPermit<R>(
      given: LeaseOptions & WaitOptions & PermitOptions,
      work: Work<Permit, R>,
    ): Promise<R> {
      if (typeof work !== "function") {
        throw new TypeError("withPermit needs the work as its last argument, a function");
      }
      const permit = (await acquire(given, "acquire")) as HeldPermit;
      permit.follow(given.signal);
      return permit.run(work);
    },
    holders: ({ signal } = {}) => holdersOf(seat, signal),
    resize: async (next, { signal } = {}) => {
      checkPermits(next);
      await resize(seat, next, signal);
    },
  };
}

function permitOf(key: string, entry: Entry | undefined): HeldPermit | undefined {
  return entry && new HeldPermit(key, Math.min(...entry.slots), entry.bundle);
}

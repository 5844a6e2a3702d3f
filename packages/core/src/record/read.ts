/** Reading a record: what stands there, and what the answer proves of time. */
import type { Deadline } from "../base/deadline.ts";
import { isCoordinationError } from "../base/errors.ts";
import { jittered } from "../base/random.ts";
import type { StoreTimes, Version } from "../store/store.ts";
import { type RecordPlace, requestGet, type StoreAccess, type TimedGet } from "./access.ts";
import type { RecordFormat, StoredRecord } from "./format.ts";

/** A state of a record with the version to condition on. */
export interface Present<R> {
  readonly kind: "present";
  readonly version: Version;
  readonly record: R;
}
export interface Absent {
  readonly kind: "absent";
  readonly tokenSeed: number | undefined;
}

/** What one answer showed, and when. */
export type Sighting<R> = (Present<R> | Absent) & {
  readonly times: StoreTimes | undefined;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
};

const attemptsMost = 3;
const firstPauseMs = 100;

export interface ReadOptions<R> {
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
  /** An earlier sighting: the store need not send the body again if that is still its version. */
  readonly unless?: Present<R> | undefined;
}

/**
 * Reads up to three times within the deadline.
 *
 * @throws UnavailableError if the store gave no answer; BadRecordError; MisconfiguredError; the signal's own reason.
 */
export async function readRecord<R extends StoredRecord>(
  access: StoreAccess,
  place: RecordPlace,
  format: RecordFormat<R>,
  options: ReadOptions<R>,
): Promise<Sighting<R>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await requestGet(access, place, {
        signal: options.signal,
        unlessVersion: options.unless?.version,
      });
      return sightingOf(answer, place, format, options.unless);
    } catch (error) {
      const pauseMs = jittered(firstPauseMs * attempt ** 2, access.random);
      const again = isCoordinationError(error, "unavailable") && attempt < attemptsMost;
      if (!again || options.deadline.remainingMs() <= pauseMs) throw error;
      await access.clock.sleep(pauseMs, options.signal);
    }
  }
}

function sightingOf<R extends StoredRecord>(
  answer: TimedGet,
  place: RecordPlace,
  format: RecordFormat<R>,
  unless: Present<R> | undefined,
): Sighting<R> {
  const { sentAtMs, answeredAtMs } = answer;
  switch (answer.kind) {
    case "absent":
      return { kind: "absent", tokenSeed: answer.tokenSeed, times: undefined, sentAtMs, answeredAtMs };
    case "found": {
      const record = format.decode(answer, place.key);
      return {
        kind: "present",
        version: answer.version,
        record,
        times: answer.times,
        sentAtMs,
        answeredAtMs,
      };
    }
    case "unchanged": {
      if (!unless) throw new TypeError(`the store answered "unchanged" to a read without a version`);
      return { ...unless, times: answer.times, sentAtMs, answeredAtMs };
    }
  }
}

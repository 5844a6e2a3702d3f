/**
 * All claims of a prefix: listing them, and purging what is long done. A purge re-opens the intent, so it must be older
 * than any retry (coordination, section A).
 */
import { unlessAborted } from "../../base/abort.ts";
import { deadlineAfter } from "../../base/deadline.ts";
import { claimKeyOf, claimsBelow } from "../../base/keys.ts";
import type { Contender } from "../../lease/contender.ts";
import { isEvidence } from "../../lease/judge.ts";
import { checkDuration } from "../../lease/options.ts";
import { defaultRequestTimeoutMs } from "../../lease/timing.ts";
import { requestList } from "../../record/access.ts";
import { claimFormat } from "../../record/claim-record.ts";
import { writeRecord } from "../../record/write.ts";
import type { CallOptions } from "../../store/store.ts";
import { readClaim } from "./inspect.ts";
import { open } from "./transitions.ts";

/** Which claims. */
export interface ClaimsOptions extends CallOptions {
  /** Only keys that start so. @default all */
  readonly prefix?: string | undefined;
}

/** Which claims are purged. */
export interface PurgeOptions extends ClaimsOptions {
  /**
   * Milliseconds since a claim was done, by the store's clock. Whoever still retries an intent after that does it a second
   * time, so it must be longer than any retry, queue or backup lives. @default 30 days
   */
  readonly olderThanMs?: number | undefined;
}

/** What a purge did. */
export interface PurgeReport {
  /** Intents that are open again. */
  readonly purged: number;
  /** Claims that stand: too young, not done, or of which the store does not tell the age. */
  readonly kept: number;
}

/** What can be done with all claims of a store's prefix. */
export interface Claims {
  /** Their keys, in no promised order. @throws UnavailableError, MisconfiguredError; the signal's own reason. */
  list(options?: ClaimsOptions): AsyncIterable<string>;
  /**
   * Removes claims that were done long ago: a list, and for each a read and a conditional delete. **A purged intent is
   * open again.** Pending and stopped claims stand, as do those of which the store does not tell the age. Where the store
   * does not honour a conditional delete, a small record that says `open` is left, as a delete might remove an attempt
   * that has just begun.
   *
   * @throws as `list`; BadRecordError; RangeError, TypeError for wrong options.
   */
  purge(options?: PurgeOptions): Promise<PurgeReport>;
}

const defaultOlderThanMs = 30 * 24 * 60 * 60 * 1_000;

export function claimsOf(contender: Contender): Claims {
  return {
    list: (options = {}) => list(contender, options),
    purge: (options = {}) => purge(contender, options),
  };
}

async function* list(
  { access, settings }: Contender,
  { prefix = "", signal }: ClaimsOptions,
): AsyncGenerator<string> {
  const { requestTimeoutMs = defaultRequestTimeoutMs } = settings;
  for await (const name of requestList(access, claimsBelow(prefix), { signal, requestTimeoutMs })) {
    const key = claimKeyOf(name);
    if (key !== undefined) yield key;
  }
}

async function purge(contender: Contender, options: PurgeOptions): Promise<PurgeReport> {
  const { olderThanMs = defaultOlderThanMs, signal } = options;
  checkDuration("olderThanMs", olderThanMs, 1);
  await unlessAborted(signal, () => contender.requireProvenStore());
  const report = { purged: 0, kept: 0 };
  for await (const key of list(contender, options)) {
    if (await purgeOne(contender, key, olderThanMs, signal)) report.purged += 1;
    else report.kept += 1;
  }
  return report;
}

async function purgeOne(
  contender: Contender,
  key: string,
  olderThanMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { place, seen } = await readClaim(contender, key, { signal });
  if (seen.kind === "absent" || seen.record.state !== "done") return false;
  if (!isEvidence(seen.times) || seen.times.ageMs - seen.times.resolutionMs < olderThanMs) return false;
  const { access } = contender;
  const deadline = deadlineAfter(access.clock, place.requestTimeoutMs);
  const next = access.store.capabilities.conditionalDelete ? undefined : open(seen.record);
  const outcome = await writeRecord(access, place, claimFormat, seen, next, { deadline });
  return outcome.kind === "written" || outcome.kind === "replaced" || outcome.kind === "deleted";
}

/**
 * Freeing somebody else's lease: the grant that a person looked at, and no other (protocol, section 3). What was done,
 * by whom and why stands in the record.
 */
import { unlessAborted } from "../base/abort.ts";
import { type Deadline, deadlineAfter } from "../base/deadline.ts";
import { ConflictError, UnknownOutcomeError } from "../base/errors.ts";
import { printable, recordNameOf } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { readRecord, type Sighting } from "../record/read.ts";
import { writeRecord } from "../record/write.ts";
import type { CallOptions } from "../store/store.ts";
import type { Contender } from "./contender.ts";
import { rolledBack } from "./rolled-back.ts";
import { freedByForce } from "./transitions.ts";

/** How a lease is freed by force. */
export interface ForceOptions extends CallOptions {
  /** For the record, and for whoever asks later. */
  readonly why: string;
  /**
   * Do not wait for the ttl. Only where the old holder is known to be dead: it has not learnt of it, and may still be
   * working when the next one begins. @default false
   */
  readonly now?: boolean | undefined;
}

/** Its holder may renew in between; each round is one read and one write. */
const roundsMost = 16;

/**
 * @returns `superseded` if that grant is over already and another, or nothing, stands there
 * @throws ConflictError if its holder always came first; UnavailableError, UnknownOutcomeError, BadRecordError,
 *   MisconfiguredError; the signal's own reason, and then the lease may or may not have been freed; TypeError,
 *   RangeError for wrong arguments.
 */
export async function forceReleaseLease(
  contender: Contender,
  key: string,
  token: FencingToken,
  options: ForceOptions,
): Promise<"released" | "superseded"> {
  checkForce(token, options);
  const { access, settings } = contender;
  const place = contender.placeOf(key, recordNameOf);
  const { signal } = options;
  await unlessAborted(signal, () => contender.requireProvenStore());
  const patience = deadlineAfter(access.clock, roundsMost * place.requestTimeoutMs);
  // A write that nobody waits for any more is not repeated.
  const deadline: Deadline = { remainingMs: () => (signal?.aborted ? 0 : patience.remainingMs()) };
  let seen: Sighting<LeaseRecord> | undefined;
  for (let round = 1; round <= roundsMost; round++) {
    seen ??= await readRecord(access, place, leaseFormat, { deadline, signal });
    if (seen.kind === "absent" || seen.record.token !== token) return "superseded";
    if (isFreed(seen.record, options)) return "released";
    const forced = { by: settings.holder, why: options.why, ...(options.now && { now: true as const }) };
    const record = freedByForce(seen.record, forced);
    const base = seen;
    const outcome = await unlessAborted(signal, () =>
      writeRecord(access, place, leaseFormat, base, record, { deadline }),
    );
    if (outcome.kind === "written" || outcome.kind === "replaced") return "released";
    if (outcome.kind === "unknown") throw unknown(key, token, outcome.cause);
    if (outcome.kind === "rolled-back") throw rolledBack(access.store, place);
    seen = outcome.seen;
  }
  throw new ConflictError(
    `the lease "${printable(key)}" was written ${roundsMost} times by its holder in between; try again`,
    {
      key,
    },
  );
}

/** A repeat does not begin its wait anew; only `now` adds something to what was done. */
function isFreed(record: LeaseRecord, options: ForceOptions): boolean {
  return record.state === "free" && (!record.forced || record.forced.now === true || !options.now);
}

function checkForce(token: FencingToken, { why }: ForceOptions): void {
  if (!Number.isSafeInteger(token) || token < 1) {
    throw new RangeError(
      `token is ${token}; give the token of the grant that you looked at, as inspect shows it`,
    );
  }
  if (typeof why !== "string" || why === "")
    throw new TypeError("why is missing; say why, for whoever asks later");
}

function unknown(key: string, token: FencingToken, cause: unknown): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `freeing the lease "${printable(key)}" (token ${token}) may or may not have succeeded; inspect it, and repeat: a repeat does no harm`,
    { key, token, cause },
  );
}

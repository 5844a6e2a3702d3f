/** Taking over a lease that was handed over: a grant upon that very state, and upon no other. */

import type { LeaseLostError } from "../base/errors.ts";
import { leaseName } from "../base/keys.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type Present, readRecord, type Sighting } from "../record/read.ts";
import { afterWhatWentBefore, askOf } from "./ask.ts";
import { writeGrant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { type Handover, handoverFrom } from "./handover.ts";
import { hold } from "./hold.ts";
import { HeldLease } from "./lease.ts";
import { leaseLost } from "./loss.ts";
import { lossSeen } from "./mismatch.ts";
import { checkOptions, type LeaseOptions } from "./options.ts";

/**
 * Two requests. What was shown by the lease, such as a leader's value, goes on being shown.
 *
 * @throws LeaseLostError if that state does not stand there any more: it was adopted before, taken, freed or deleted.
 *   UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the signal's own
 *   reason; TypeError, RangeError for wrong arguments.
 */
export async function adoptLease(
  contender: Contender,
  text: string,
  options: LeaseOptions,
): Promise<HeldLease> {
  checkOptions(options, "adopt");
  const handover = handoverFrom(text);
  const { key } = handover;
  const ask = await askOf(contender, { noun: "lease", key, nameOf: leaseName }, options, 0);
  const sinceMs = contender.access.clock.monotonicMs();
  await afterWhatWentBefore(contender, ask);
  const { place, patience, signal } = ask;
  const seen = await readRecord(contender.access, place, leaseFormat, { deadline: patience, signal });
  if (!isHandedOver(seen, handover)) throw gone(handover, seen);
  const { value } = seen.record;
  const grant = await writeGrant(contender, { ...ask, carried: { value } }, seen);
  if (grant.kind !== "granted") throw gone(handover, grant.seen);
  return new HeldLease(hold(contender, ask, grant, sinceMs));
}

/** Whether its ttl has passed is no matter: nobody has taken it, and the write is conditional on that. */
function isHandedOver(
  seen: Sighting<LeaseRecord>,
  { version, token, id }: Handover,
): seen is Sighting<LeaseRecord> & Present<LeaseRecord> {
  if (seen.kind === "absent" || seen.version !== version) return false;
  const { record } = seen;
  return record.state === "held" && record.token === token && record.recent[0] === id;
}

function gone(handover: Handover, seen: Sighting<LeaseRecord>): LeaseLostError {
  const { reason, ...details } = lossSeen(handover.token, "held", seen);
  return leaseLost(handover, reason, details);
}

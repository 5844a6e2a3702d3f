/** Taking over a lease that was handed over: a grant upon that very state, and upon no other. */

import { LeaseLostError } from "../base/errors.ts";
import { leaseName, printable } from "../base/keys.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type Present, readRecord, type Sighting } from "../record/read.ts";
import { afterWhatWentBefore, askOf } from "./ask.ts";
import { writeGrant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { type Handover, handoverFrom } from "./handover.ts";
import { hold } from "./hold.ts";
import { HeldLease } from "./lease.ts";
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
  if (!isHandedOver(seen, handover)) throw gone(contender, handover, seen);
  const { value } = seen.record;
  const grant = await writeGrant(contender, { ...ask, carried: { value } }, seen);
  if (grant.kind !== "granted") throw gone(contender, handover, grant.seen);
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

/** Nothing is lost to whoever was to adopt it, so the words are not those of a holder's loss. */
function gone({ access }: Contender, { key, token }: Handover, seen: Sighting<LeaseRecord>): LeaseLostError {
  const { reason, successor } = lossSeen(token, "held", seen);
  return new LeaseLostError(
    `the lease "${printable(key)}" that was handed over with token ${token} cannot be adopted in ${access.store.name}: ${whatStands(seen)}. Nothing was taken; to go on, acquire it anew`,
    { key, reason, token, successor },
  );
}

/** A record that is not there, or was never so far, may be another one: the string does not say of which store it is. */
function whatStands(seen: Sighting<LeaseRecord>): string {
  if (seen.kind === "absent") {
    return "there is no record of it. It was deleted, or handed over in another store or under another prefix";
  }
  const { state, holder, token, forced } = seen.record;
  const by = forced
    ? "was freed by force, and was held by"
    : state === "held"
      ? "is held by"
      : "was let go by";
  return `by now it ${by} "${printable(holder)}" with token ${token}`;
}

/**
 * Looking at the record of the other side. Whoever is dead is fenced before he is passed by: freed by a write that is
 * conditional on the very state that was judged, so that no renewal of his can land any more.
 */
import { UnavailableError } from "../../base/errors.ts";
import { type Ask, unknownGrant, whilePatient } from "../../lease/ask.ts";
import type { Contender } from "../../lease/contender.ts";
import { judge } from "../../lease/judge.ts";
import { type Contention, look } from "../../lease/look.ts";
import { rolledBack } from "../../lease/rolled-back.ts";
import { freed } from "../../lease/transitions.ts";
import { type LeaseRecord, leaseFormat } from "../../record/lease-record.ts";
import { type Absent, type Present, readRecord, type Sighting } from "../../record/read.ts";
import { type WriteOutcome, writeRecord } from "../../record/write.ts";

/** Bounds a run of states that changed while we judged them. */
const roundsMost = 4;

/**
 * What stands there while nobody has it, or who has it. One request, and one more to fence.
 *
 * @param ask of that record
 * @throws UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the signal's
 *   own reason.
 */
export async function freeOrHeld(
  contender: Contender,
  ask: Ask,
): Promise<Present<LeaseRecord> | Absent | Contention<LeaseRecord>> {
  const { place, patience, signal } = ask;
  let seen: Sighting<LeaseRecord> | undefined;
  for (let round = 1; round <= roundsMost; round++) {
    seen ??= await readRecord(contender.access, place, leaseFormat, { deadline: patience, signal });
    const contention = look(contender, { ...ask, judge }, seen, undefined);
    if (contention) return contention;
    if (seen.kind === "absent" || seen.record.state === "free") return seen;
    const outcome = await write(contender, ask, seen, freed(seen.record));
    if (outcome.kind === "written") return outcome.state;
    seen = outcome.seen;
  }
  throw new UnavailableError(
    `${ask.subject} changed ${roundsMost} times while we looked at it; try again, with waitMs`,
    { key: place.key },
  );
}

/** Writes what is nobody's, settled; if nobody waits for it any more it goes on in the background. */
export async function write(
  contender: Contender,
  ask: Ask,
  base: Present<LeaseRecord> | Absent,
  next: Omit<LeaseRecord, "recent">,
): Promise<Exclude<WriteOutcome<LeaseRecord>, { readonly kind: "unknown" | "rolled-back" }>> {
  const { place, patience, signal } = ask;
  signal?.throwIfAborted();
  const writing = writeRecord(contender.access, place, leaseFormat, base, next, { deadline: patience });
  const outcome = await whilePatient(
    contender,
    ask,
    writing,
    (cause) => unknownGrant(contender, ask, cause),
    () => contender.givingBack.add(place.name, writing),
  );
  if (outcome.kind === "unknown") throw unknownGrant(contender, ask, outcome.cause);
  if (outcome.kind === "rolled-back") throw rolledBack(contender.access.store, place);
  return outcome;
}

/**
 * Ending an attempt: what came of it is written over our own pending record, and over nothing else (coordination,
 * section A). A renewal that landed late is still our own record: a true result is never dropped, window or not.
 */
import { type Deadline, deadlineAfter } from "../../base/deadline.ts";
import { isCoordinationError } from "../../base/errors.ts";
import type { RecordPlace, StoreAccess } from "../../record/access.ts";
import { type ClaimRecord, claimFormat } from "../../record/claim-record.ts";
import { readRecord, type Sighting } from "../../record/read.ts";
import { type WriteOutcome, writeRecord } from "../../record/write.ts";
import type { Started } from "./start.ts";
import { isUnderWay, type UnwrittenClaim } from "./transitions.ts";

export type Ending =
  | { readonly kind: "recorded" }
  /** Another attempt, or a person's verdict, stands there. */
  | { readonly kind: "superseded"; readonly record: ClaimRecord }
  /** The store was silent, or the record is gone. */
  | { readonly kind: "unknown"; readonly cause: unknown };

/** Whoever waits for the end of an attempt waits for the store as long. */
const endingMs = 30_000;
/** Renewals of ours that may have landed late; more than one cannot be under way. */
const roundsMost = 4;

/**
 * Ends the term, waits for a renewal in flight, and writes what `last` makes of the record.
 *
 * The work has run, so a store that refuses us now is no reason to say that nothing did.
 *
 * @throws RangeError if what `last` makes is too large.
 */
export async function end(
  access: StoreAccess,
  place: RecordPlace,
  started: Started,
  last: (record: ClaimRecord) => UnwrittenClaim,
): Promise<Ending> {
  started.term.end();
  try {
    return await write(access, place, started, last);
  } catch (error) {
    if (isCoordinationError(error)) return { kind: "unknown", cause: error };
    throw error;
  }
}

async function write(
  access: StoreAccess,
  place: RecordPlace,
  started: Started,
  last: (record: ClaimRecord) => UnwrittenClaim,
): Promise<Ending> {
  const { cell, attempt } = started;
  const deadline = deadlineAfter(access.clock, endingMs);
  let outcome: WriteOutcome<ClaimRecord> = await cell.write(last, { deadline });
  for (let round = 1; ; round++) {
    const now =
      outcome.kind === "unknown" ? await seen(access, place, deadline, outcome.cause) : endOf(outcome);
    if (now.kind !== "look") return now;
    const { sighting } = now;
    if (sighting.kind === "absent") return { kind: "unknown", cause: "its record was deleted" };
    const { record } = sighting;
    if (!isUnderWay(record, attempt)) return { kind: "superseded", record };
    if (round === roundsMost) return { kind: "unknown", cause: "its record changed again and again" };
    outcome = await writeRecord(access, place, claimFormat, sighting, last(record), { deadline });
  }
}

type Look = { readonly kind: "look"; readonly sighting: Sighting<ClaimRecord> };

function endOf(outcome: Exclude<WriteOutcome<ClaimRecord>, { readonly kind: "unknown" }>): Ending | Look {
  if (outcome.kind === "written" || outcome.kind === "replaced") return { kind: "recorded" };
  return { kind: "look", sighting: outcome.seen };
}

/** A renewal that could not be settled keeps its cell from writing: then what stands there tells. */
async function seen(
  access: StoreAccess,
  place: RecordPlace,
  deadline: Deadline,
  cause: unknown,
): Promise<Ending | Look> {
  if (deadline.remainingMs() <= 0) return { kind: "unknown", cause };
  return { kind: "look", sighting: await readRecord(access, place, claimFormat, { deadline }) };
}

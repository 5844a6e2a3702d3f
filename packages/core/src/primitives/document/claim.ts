/**
 * Claiming a document: from here on the store refuses every older token, whatever any clock does (protocol, section 6). A
 * document that does not exist is created, marked empty, so that an older holder's create can no longer land.
 */
import { unlessAborted } from "../../base/abort.ts";
import type { Deadline } from "../../base/deadline.ts";
import { ConflictError, type CoordinationError } from "../../base/errors.ts";
import { claimKeyOf, recordNameOf } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import type { Lease } from "../../lease/lease.ts";
import { claimFormat } from "../../record/claim-record.ts";
import type { DocumentRecord, Fence } from "../../record/document-record.ts";
import { leaseFormat } from "../../record/lease-record.ts";
import { type Present, readRecord } from "../../record/read.ts";
import { fencedOut, lineageReset, otherLease } from "./fence-errors.ts";
import { fenceVerdict } from "./fence-verdict.ts";
import { besideOf, land, type NextRecord, type Standing } from "./landing.ts";
import { look, nameOf, patienceOf, type Target } from "./target.ts";

const roundsMost = 16;

/** As long as somebody waits and the lease can be trusted. */
export function deadlineUnder(
  target: Target<unknown>,
  lease: Lease,
  signal: AbortSignal | undefined,
): Deadline {
  const patience = patienceOf(target, signal);
  return { remainingMs: () => Math.min(patience.remainingMs(), lease.remainingMs()) };
}

/**
 * @returns the document as it stands under our token
 * @throws FencedError if a later holder was first; LeaseLostError, with `rolled-back` if the lease's own lineage was reset;
 *   MisconfiguredError for a document of another lease; ConflictError, and what `land` throws; the signal's own reason.
 */
export async function claim(
  target: Target<unknown>,
  lease: Lease,
  form: Fence["form"],
  signal: AbortSignal | undefined,
): Promise<Present<DocumentRecord>> {
  lease.throwIfLost();
  await unlessAborted(signal, () => target.contender.requireProvenStore());
  const deadline = deadlineUnder(target, lease, signal);
  let standing: Standing = await look(target, deadline, signal);
  for (let round = 1; round <= roundsMost; round++) {
    const verdict = fenceVerdict(standing, lease);
    if (verdict.kind === "ours") return standing as Present<DocumentRecord>;
    if (verdict.kind === "other-lease") throw otherLease(target, lease, verdict.lease);
    if (verdict.kind === "newer") throw await outrun(target, lease, verdict.token, deadline, signal);
    lease.throwIfLost();
    const landing = await land(target, standing, claimed(target, standing, lease, form), deadline, signal);
    // A claim may be made again: whatever became of this one, what stands there now is looked at in the same way.
    standing = landing.kind === "landed" ? landing.standing : landing.seen;
  }
  throw new ConflictError(
    `${nameOf(target)} was written by others ${roundsMost} times while it was claimed; who writes it without the fence?`,
    { key: target.place.key },
  );
}

function claimed(
  target: Target<unknown>,
  standing: Standing,
  { key, token }: Lease,
  form: Fence["form"],
): NextRecord {
  const { content, deleted } =
    standing.kind === "present" ? standing.record : { content: undefined, deleted: false };
  const fence: Fence = { lease: key, token, form };
  return { ...besideOf(target, standing), content, deleted, fence, token, renewals: 0 };
}

/** A newer token stands there. Either a later holder has it from the same lease, or the lease has begun anew. */
async function outrun(
  target: Target<unknown>,
  lease: Lease,
  newerToken: FencingToken,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<CoordinationError> {
  const { access } = target.contender;
  const isHeld = await stands(target, lease, { deadline, signal }).catch(() => false);
  signal?.throwIfAborted();
  if (isHeld) return lineageReset(target, lease, newerToken);
  const { key } = target.place;
  access.onEvent({ type: "document.fenced", key, token: lease.token, newerToken });
  return fencedOut(target, lease, newerToken);
}

/** Whether its record shows that lease as held. A claim of `once` and a writer are leases, too: their key is their record's name. */
async function stands(
  { contender }: Target<unknown>,
  { key, token }: Lease,
  options: { readonly deadline: Deadline; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  const { access } = contender;
  const seen =
    claimKeyOf(key) === undefined
      ? await readRecord(access, contender.placeOf(key, recordNameOf), leaseFormat, options)
      : await readRecord(
          access,
          contender.placeOf(key, () => key),
          claimFormat,
          options,
        );
  if (seen.kind === "absent" || seen.record.token !== token) return false;
  return seen.record.state === "held" || seen.record.state === "pending";
}

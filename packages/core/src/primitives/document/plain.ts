/**
 * Compare-and-set on a plain document: its bytes are the user's own, and nobody holds anything (protocol, section 7). A
 * document that is fenced is refused, as writing it would erase the fence.
 */
import { unlessAborted } from "../../base/abort.ts";
import { ConflictError, FencedError, UnsupportedStoreError } from "../../base/errors.ts";
import { printable } from "../../base/keys.ts";
import type { Fence } from "../../record/document-record.ts";
import type { Version } from "../../store/store.ts";
import { besideOf, land, type NextRecord, type Standing } from "./landing.ts";
import type { Change, Snapshot, Updated } from "./snapshot.ts";
import { look, nameOf, patienceOf, type Target } from "./target.ts";
import { applyChange, type Writer } from "./update.ts";

const never: Standing = { kind: "absent", tokenSeed: undefined };

/** Errors as of {@link applyChange}. */
export async function updatePlain<T>(
  target: Target<T>,
  change: Change<T>,
  signal: AbortSignal | undefined,
): Promise<Updated<T>> {
  const writer = await plainWriter(target, signal);
  return applyChange(target, writer, change, signal);
}

/** @throws ConflictError if it moved; FencedError; what `land` throws; TypeError for a value that cannot be written. */
export async function compareAndSetPlain<T>(
  target: Target<T>,
  version: Version | undefined,
  wanted: T,
  signal: AbortSignal | undefined,
): Promise<Snapshot<T>> {
  const { bytes, value } = await unlessAborted(signal, () => target.codec.encode(wanted, target.place.key));
  const writer = await plainWriter(target, signal);
  const base = version === undefined ? never : await standingAt(target, writer, version, signal);
  const landing = await writer.land(base, bytes);
  if (landing.kind === "untold") throw landing.error;
  if (landing.kind === "landed") return { value, version: landing.version, token: undefined };
  writer.admit(landing.seen);
  throw moved(target, "is not written");
}

/** @throws UnsupportedStoreError where the store does not honour a condition on a delete; else as {@link compareAndSetPlain}. */
export async function deletePlain(
  target: Target<unknown>,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store } = target.contender.access;
  if (!store.capabilities.conditionalDelete) {
    throw new UnsupportedStoreError(
      `${store.name} deletes whatever the condition says, so ${nameOf(target)} is not deleted: somebody's newer state could be lost. ` +
        "Write a value that means nothing, or fence the document and delete it under a lease",
      { key: target.place.key },
    );
  }
  const writer = await plainWriter(target, signal);
  const base = await standingAt(target, writer, version, signal);
  const landing = await writer.land(base, undefined);
  if (landing.kind === "untold") throw landing.error;
  if (landing.kind === "conflict") throw moved(target, "is not deleted");
}

async function standingAt(
  target: Target<unknown>,
  writer: Writer,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<Standing> {
  const seen = await look(target, writer.deadline, signal);
  writer.admit(seen);
  if (seen.kind === "present" && seen.version === version) return seen;
  throw moved(target, "is not touched");
}

/** Nothing is written to a store that has not been proved. */
async function plainWriter(target: Target<unknown>, signal: AbortSignal | undefined): Promise<Writer> {
  await unlessAborted(signal, () => target.contender.requireProvenStore());
  const deadline = patienceOf(target, signal);
  return {
    deadline,
    token: undefined,
    admit(standing) {
      if (standing.kind === "present" && standing.record.fence)
        throw fencedOff(target, standing.record.fence);
    },
    land: (base, content) =>
      land(target, base, content && plainRecord(target, base, content), deadline, signal),
  };
}

function plainRecord(target: Target<unknown>, base: Standing, content: Uint8Array): NextRecord {
  return { ...besideOf(target, base), content, deleted: false, fence: undefined, token: 0, renewals: 0 };
}

function fencedOff(target: Target<unknown>, { lease, token }: Fence): FencedError {
  return new FencedError(
    `${nameOf(target)} is fenced by the lease "${printable(lease)}" (token ${token}), and a plain write would erase the fence: ` +
      "write it through fence(lease)",
    { key: target.place.key, token: undefined, newerToken: token },
  );
}

function moved(target: Target<unknown>, what: string): ConflictError {
  return new ConflictError(
    `${nameOf(target)} ${what}: it is not in the version that was given. Read it, and decide anew`,
    { key: target.place.key },
  );
}

/** One conditional write of a document, and what it means to its caller. */
import { unlessAborted } from "../../base/abort.ts";
import type { Deadline } from "../../base/deadline.ts";
import { UnknownOutcomeError, UnsupportedStoreError } from "../../base/errors.ts";
import { type DocumentRecord, documentFormat } from "../../record/document-record.ts";
import type { Absent, Present, Sighting } from "../../record/read.ts";
import { type WriteOutcome, writeRecord } from "../../record/write.ts";
import type { Version } from "../../store/store.ts";
import { nameOf, type Target } from "./target.ts";

export type Standing = Present<DocumentRecord> | Absent;
export type NextRecord = Omit<DocumentRecord, "recent">;

export type Landing =
  | {
      readonly kind: "landed";
      /** `undefined` if it was replaced before its answer came, or was a removal. */
      readonly version: Version | undefined;
      /** What stands there now as far as we know. */
      readonly standing: Standing;
    }
  | { readonly kind: "conflict"; readonly seen: Sighting<DocumentRecord> }
  /** What stands there does not tell whether it landed, and it can land no more. */
  | { readonly kind: "untold"; readonly seen: Sighting<DocumentRecord>; readonly error: UnknownOutcomeError };

/**
 * @param next `undefined`: the object is removed
 * @throws UnknownOutcomeError, UnsupportedStoreError, MisconfiguredError, BadRecordError; the signal's own reason, and then
 *   it may or may not land.
 */
export async function land(
  target: Target<unknown>,
  base: Standing,
  next: NextRecord | undefined,
  deadline: Deadline,
  signal: AbortSignal | undefined,
): Promise<Landing> {
  const { access } = target.contender;
  const outcome = await unlessAborted(signal, () =>
    writeRecord(access, target.place, documentFormat, base, next, { deadline }),
  );
  if (outcome.kind === "conflict") access.onEvent({ type: "write.conflict", key: target.place.key });
  return landingOf(target, outcome, next === undefined);
}

function landingOf(
  target: Target<unknown>,
  outcome: WriteOutcome<DocumentRecord>,
  isRemoval: boolean,
): Landing {
  switch (outcome.kind) {
    case "written":
      return { kind: "landed", version: outcome.state.version, standing: outcome.state };
    case "replaced":
      return { kind: "landed", version: undefined, standing: outcome.seen };
    case "conflict":
      return { kind: "conflict", seen: outcome.seen };
    case "deleted":
      if (isRemoval) return { kind: "landed", version: undefined, standing: outcome.seen };
      return { kind: "untold", seen: outcome.seen, error: unknown(target, "nothing stands there any more") };
    case "overtaken":
      return {
        kind: "untold",
        seen: outcome.seen,
        error: unknown(target, "what stands there does not tell"),
      };
    case "unknown":
      throw unknown(target, "the store gave no answer that tells", outcome.cause);
    case "rolled-back":
      throw rolledBack(target);
  }
}

export function rolledBack(target: Target<unknown>): UnsupportedStoreError {
  return new UnsupportedStoreError(
    `${nameOf(target)} shows an older state than one that the store had acknowledged. Find out what was restored, or use another store`,
    { key: target.place.key },
  );
}

function unknown(target: Target<unknown>, why: string, cause?: unknown): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `a write of ${nameOf(target)} may or may not have landed: ${why}. Read it before you write again`,
    { key: target.place.key, cause },
  );
}

/** What stays as it was, or begins as the codec has it. */
export function besideOf(
  { codec }: Target<unknown>,
  base: Standing,
): Pick<DocumentRecord, "contentType" | "metadata"> {
  if (base.kind === "absent") return { contentType: codec.contentType, metadata: {} };
  const { contentType, metadata } = base.record;
  return { contentType, metadata };
}

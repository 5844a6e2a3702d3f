/** What a read says of a write whose answer was lost or refused (protocol, section 2). Pure; nobody else decides it. */
import type { StoredRecord } from "./format.ts";
import { recentIdsMost } from "./members.ts";
import type { Absent, Present } from "./read.ts";

export type Verdict =
  /** Ours is the newest. */
  | "written"
  /** Ours landed and has been replaced since. */
  | "replaced"
  /** Somebody else's write took the place; ours can no longer land. */
  | "conflict"
  /** What we conditioned on still stands: our request may land late, so only its repeat can tell. */
  | "not-final"
  /**
   * Its ids stand under another version: it was rewritten, as by a copy onto itself, or a read told a version of a moment
   * before (versitygw 1.8.0: 8 of 34,000 reads during writes). Under the old one our request can never land.
   */
  | "moved"
  /** What we conditioned on is gone altogether. */
  | "deleted"
  /** The store shows a state older than one that it had acknowledged. */
  | "rolled-back"
  /** Too much has happened to tell whether ours landed. Never read as a conflict. */
  | "overtaken";

/**
 * @param id of our write
 * @param base the state that our write was conditioned on
 * @param seen what stands there now
 * @param hidden our write may have landed and be gone with no trace of it, as where equal bytes are one version, or
 *   where objects are deleted: then only what is seen of it tells, and its absence does not
 */
export function settle(
  id: string,
  base: Present<StoredRecord> | Absent,
  seen: Present<StoredRecord> | Absent,
  hidden = false,
): Verdict {
  const verdict = settleByIds(id, base, seen);
  if (!hidden || verdict === "written" || verdict === "replaced") return verdict;
  return verdict === "conflict" || verdict === "moved" || recurs(base, seen) ? "overtaken" : verdict;
}

/** Somebody else's write of the same bytes stands where what we conditioned on stood (A-B-A). */
function recurs(base: Present<StoredRecord> | Absent, seen: Present<StoredRecord> | Absent): boolean {
  return (
    base.kind === "present" &&
    seen.kind === "present" &&
    seen.version === base.version &&
    seen.record.recent[0] !== base.record.recent[0]
  );
}

function settleByIds(
  id: string,
  base: Present<StoredRecord> | Absent,
  seen: Present<StoredRecord> | Absent,
): Verdict {
  if (seen.kind === "absent") return base.kind === "absent" ? "not-final" : "deleted";
  const { recent } = seen.record;
  if (recent[0] === id) return "written";
  if (recent.includes(id)) return "replaced";
  // After a create, a history that is not full is the whole history.
  if (base.kind === "absent") return recent.length < recentIdsMost ? "conflict" : "overtaken";
  const baseId = base.record.recent[0] as string;
  // By its version, too: where equal bytes are one version, our request may land on somebody else's write of them.
  if (seen.version === base.version) return "not-final";
  if (recent[0] === baseId) return "moved";
  if (recent.includes(baseId)) return "conflict";
  return isOlder(seen.record, base.record) ? "rolled-back" : "overtaken";
}

function isOlder(one: StoredRecord, other: StoredRecord): boolean {
  return one.token < other.token || (one.token === other.token && one.renewals < other.renewals);
}

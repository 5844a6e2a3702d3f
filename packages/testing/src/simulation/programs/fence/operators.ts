/** What people, backups and lifecycle rules do to documents and to the record of their lease. */
import type { FencingToken } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant, Run, SimulatedWrite } from "../../engine/program.ts";
import type { DocumentBook } from "./document-book.ts";
import { leaseKey } from "./notes.ts";

/** The old holder is still at it, and believes that it may be. */
export async function freeAtOnce({ coordinator, name }: Participant, journal: Journal): Promise<void> {
  const status = await coordinator.inspect(leaseKey);
  if (!("token" in status)) return;
  journal.count("forced");
  journal.say(name, `frees token ${status.token}, and waits for nobody`);
  await coordinator.forceRelease(leaseKey, status.token as FencingToken, { why: "simulated", now: true });
}

/** Somebody tidies up. What was fenced is not fenced any more, and whoever had claimed it must not bring it back. */
export function removeDocument({ journal, random, remove }: Run, documents: readonly DocumentBook[]): void {
  const document = documents[Math.floor(random.unit() * documents.length)] as DocumentBook;
  if (document.strangers > 0) return;
  void remove(document.key).then((removed) => {
    if (!removed) return;
    journal.count("removals");
    journal.say("lifecycle", `removes ${document.key}`);
    document.removed();
  });
}

/** The lease's record is replaced by one of a while ago, as from a backup, and its tokens are granted once more. */
export function resetLease({ journal, random, putBack }: Run, records: readonly SimulatedWrite[]): void {
  const older = records.at(-2 - Math.floor(random.unit() * 30)) ?? records[0];
  if (!older) return;
  journal.count("resets");
  journal.say("backup", "brings an older record of the lease back");
  void putBack(older);
}

export function removeLease({ journal, remove }: Run, recordKey: string): void {
  void remove(recordKey).then((removed) => {
    if (!removed) return;
    journal.count("resets");
    journal.say("lifecycle", "removes the record of the lease");
  });
}

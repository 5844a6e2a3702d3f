/** What people and lifecycle rules do to a lease's record while others contend for it. */
import type { FencingToken } from "@fencepost/core";
import { latestMs } from "../../engine/plan/plan.ts";
import type { Run } from "../../engine/program.ts";
import { leaseKey, leaseRecordKey } from "./contend.ts";
import type { LeaseBook } from "./lease-book.ts";

/** Frees the grant that stands there, as a person would: by what `inspect` showed. */
export function freeByForce({ join, journal }: Run): void {
  const { coordinator, clock, random, name } = join("operator");
  const freeing = async (): Promise<void> => {
    const status = await coordinator.inspect(leaseKey);
    if (!("token" in status)) return;
    await clock.sleep(random.unit() * 1_000);
    journal.count("forced");
    journal.say(name, `frees token ${status.token}`);
    await coordinator.forceRelease(leaseKey, status.token as FencingToken, { why: "simulated" });
  };
  freeing().catch((error: unknown) => journal.say(name, String(error)));
}

/**
 * A lifecycle rule, or a person who tidies up. A record may be deleted once no request of its lineage can be under way
 * any more: a window of the longest ttl, in which a create is repeated, and the latest landing.
 */
export function deleteQuietRecord({ journal, nowMs, plan, remove }: Run, book: LeaseBook): void {
  const quietMs = latestMs + 2_000 + Math.max(...plan.habits.ttlsMs);
  if (nowMs() - book.lastLandingMs < quietMs) return;
  void remove(leaseRecordKey).then((removed) => {
    if (!removed) return;
    journal.count("deletions");
    journal.say("lifecycle", "deletes the record");
  });
}

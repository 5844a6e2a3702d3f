/** The lease itself under simulation: processes that take one lease again and again, and what must hold meanwhile. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { SettledWrites } from "../settled-writes.ts";
import { contend, leaseKey, leaseRecordKey } from "./contend.ts";
import { LeaseBook } from "./lease-book.ts";
import { deleteQuietRecord, freeByForce } from "./operators.ts";
import { writtenRecord } from "./written-record.ts";

/** Longer than a ttl, the margins, and a few polls. */
const lastWaitMs = 15_000;

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  takeOvers: 500,
  lostAnswers: 1_500,
  lateLandings: 400,
  repeats: 500,
  longPauses: 400,
  crashes: 200,
  clockSteps: 200,
  cutOffs: 500,
  forced: 200,
  deletions: 12,
  settled: 1_000,
};

export const leaseProgram: Program = {
  name: "lease",
  replay: (seed) => `npm run sim -- --seed ${seed}`,
  begin(run) {
    const { journal, plan } = run;
    const isBad = (): boolean => plan.flaw !== undefined;
    const book = new LeaseBook(journal);
    const writes = new SettledWrites(journal);
    return {
      process: (participant) => contend(participant, { journal, book, isBad }),
      onLanded(write) {
        if (write.key !== leaseRecordKey) return;
        const { id, ...record } = writtenRecord(write);
        writes.landed(write.who, id);
        book.landed({ ...record, atMs: run.nowMs() });
      },
      onForgotten(write) {
        if (write.key === leaseRecordKey) book.forgotten(writtenRecord(write));
      },
      onEvent(who, event) {
        if (event.type === "write.settled") writes.settled(who, event.writeId, event.outcome);
      },
      disturbances: [() => freeByForce(run), () => deleteQuietRecord(run, book)],
      // Nobody need be able to go on with a store that was found out.
      ...(plan.flaw ? {} : { recover: (last) => goOn(last, run, book) }),
      finish: () => book.finish(),
    };
  },
};

/**
 * Not always who comes last is granted it: between processes nobody promises a turn, and some have been waiting. That
 * anybody is will do.
 */
async function goOn({ coordinator, name }: Participant, { journal }: Run, book: LeaseBook): Promise<void> {
  const grantsBefore = journal.countOf("grants");
  try {
    const lease = await coordinator.acquire(leaseKey, { ttlMs: 3_000, waitMs: lastWaitMs, note: name });
    book.granted(name, name, lease.token);
  } catch (error) {
    if (journal.countOf("grants") === grantsBefore) throw error;
  }
}

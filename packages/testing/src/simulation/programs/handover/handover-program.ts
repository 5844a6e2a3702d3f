/** Handing over under simulation: a lease that goes from process to process, by strings of which some come too late or twice. */
import { isCoordinationError } from "@fencepost/core";
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program } from "../../engine/program.ts";
import { leaseKey, leaseRecordKey } from "../lease/contend.ts";
import { LeaseBook } from "../lease/lease-book.ts";
import { deleteQuietRecord, freeByForce } from "../lease/operators.ts";
import { writtenRecord } from "../lease/written-record.ts";
import { SettledWrites } from "../settled-writes.ts";
import { HandoverBook } from "./handover-book.ts";
import { type Notes, passOn } from "./pass-on.ts";

const lastWaitMs = 15_000;

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  handovers: 1_000,
  adoptions: 1_000,
  refusedAdoptions: 1_000,
  lateAdoptions: 20,
  unknownOutcomes: 100,
  takeOvers: 500,
  lostAnswers: 1_000,
  lateLandings: 300,
  longPauses: 300,
  crashes: 200,
  clockSteps: 200,
  forced: 150,
};

export const handoverProgram: Program = {
  name: "handover",
  replay: (seed) => `npm run sim -- --program handover --seed ${seed}`,
  begin(run) {
    const { journal, nowMs } = run;
    const book = new LeaseBook(journal);
    const handovers = new HandoverBook(journal);
    const writes = new SettledWrites(journal);
    const notes: Notes = { journal, book, handovers, nowMs };
    return {
      process: (participant) => passOn(participant, notes),
      onLanded(write) {
        if (write.key !== leaseRecordKey) return;
        const { id, ...record } = writtenRecord(write);
        const landing = { ...record, atMs: nowMs() };
        writes.landed(write.who, id);
        book.landed(landing);
        handovers.landed(landing);
      },
      onEvent(who, event) {
        if (event.type === "write.settled") writes.settled(who, event.writeId, event.outcome);
      },
      disturbances: [() => freeByForce(run), () => deleteQuietRecord(run, book)],
      recover: (last) => handOn(last, notes),
      finish: () => book.finish(),
    };
  },
};

/** When nothing goes wrong any more, whoever is granted it can hand it over, and it can be adopted. */
async function handOn({ coordinator, name }: Participant, { journal, book }: Notes): Promise<void> {
  const grantsBefore = journal.countOf("grants");
  const options = { ttlMs: 3_000, note: name };
  try {
    const lease = await coordinator.acquire(leaseKey, { ...options, waitMs: lastWaitMs });
    book.granted(name, name, lease.token);
    const next = await coordinator.adopt(await lease.handOver(), options);
    book.granted(name, name, next.token);
  } catch (error) {
    // Another who had been waiting was granted it.
    if (!isCoordinationError(error, "contended") || journal.countOf("grants") === grantsBefore) throw error;
  }
}

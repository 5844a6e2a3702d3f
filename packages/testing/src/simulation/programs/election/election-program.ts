/** An election under simulation: leaders, works that do not stop, those who look on, and what must hold meanwhile. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program } from "../../engine/program.ts";
import { leaseKey, leaseRecordKey } from "../lease/contend.ts";
import { LeaseBook } from "../lease/lease-book.ts";
import { deleteQuietRecord, freeByForce } from "../lease/operators.ts";
import { SettledWrites } from "../settled-writes.ts";
import { type Notes, schema } from "./notes.ts";
import { stand } from "./stand.ts";
import { ViewBook } from "./view-book.ts";
import { WorkBook } from "./work-book.ts";
import { writtenTerm } from "./written-term.ts";

/** Longer than a ttl, the margins, a step of priority, and a few polls. */
const lastWaitMs = 15_000;

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  grants: 4_000,
  renewals: 10_000,
  proclaimed: 8_000,
  leadersTold: 25_000,
  vacancies: 15_000,
  takeOvers: 400,
  losses: 300,
  ledAgain: 80,
  neverLed: 1_000,
  stubborn: 200,
  forced: 150,
  lostAnswers: 3_000,
  lateLandings: 400,
  longPauses: 400,
  crashes: 200,
};

export const electionProgram: Program = {
  name: "election",
  replay: (seed) => `npm run sim -- --program election --seed ${seed}`,
  begin(run) {
    const { journal } = run;
    const book = new LeaseBook(journal);
    const works = new WorkBook(journal);
    const views = new ViewBook(journal);
    const writes = new SettledWrites(journal);
    const notes: Notes = { journal, book, works, views };
    return {
      process: (participant) => stand(participant, notes),
      onLanded(write) {
        if (write.key !== leaseRecordKey) return;
        const { id, ...record } = writtenTerm(write);
        writes.landed(write.who, id);
        works.landed(write.who, record);
        views.landed(record);
        book.landed({ ...record, atMs: run.nowMs() });
      },
      onEvent(who, event) {
        if (event.type === "write.settled") writes.settled(who, event.writeId, event.outcome);
      },
      disturbances: [() => freeByForce(run), () => deleteQuietRecord(run, book)],
      recover: (last) => goOn(last, notes),
    };
  },
};

/** Somebody is elected, whoever it is; and who looks is answered. */
async function goOn({ coordinator, clock, name }: Participant, { journal, book }: Notes): Promise<void> {
  const termsBefore = journal.countOf("grants");
  const election = coordinator.election(leaseKey, { schema });
  const patience = new AbortController();
  void clock.sleep(lastWaitMs).then(() => patience.abort("nobody leads"));
  try {
    const term = await election.campaign({ ttlMs: 3_000, note: name, value: name, signal: patience.signal });
    book.granted(name, name, term.token);
  } catch (error) {
    if (journal.countOf("grants") === termsBefore) throw error;
  }
  await election.leader();
}

/** Several keys at once under simulation: processes that take some of the same, each in an order of its own. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { PlacesBook } from "../places-book.ts";
import { allKeys, takeSeveral } from "./take-several.ts";

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  entries: 1_500,
  contended: 1_000,
  losses: 100,
  takeOvers: 300,
  renewals: 1_000,
  lostAnswers: 1_000,
  lateLandings: 300,
  longPauses: 300,
  crashes: 200,
  clockSteps: 100,
};

/** Longer than a ttl, the margins, and a few polls. */
const lastWaitMs = 17_000;
const folder = "_fencepost/leases/";

export const severalProgram: Program = {
  name: "several",
  replay: (seed) => `npm run sim -- --program several --seed ${seed}`,
  begin(run) {
    const { journal } = run;
    const places = new PlacesBook(journal);
    return {
      process: (participant) => takeSeveral(participant, { journal, places }),
      onLanded(write) {
        if (write.key.startsWith(folder))
          places.landed(write.key.slice(folder.length, -".json".length), write);
      },
      recover: (participant) => goOn(participant, run),
    };
  },
};

/** Not always who comes last gets all: some have been waiting. That anybody does will do. */
async function goOn({ coordinator, name }: Participant, { journal }: Run): Promise<void> {
  const before = journal.countOf("entries");
  try {
    await coordinator.acquireAll(allKeys, { ttlMs: 3_000, waitMs: lastWaitMs, note: name });
  } catch (error) {
    if (journal.countOf("entries") === before) throw error;
  }
}

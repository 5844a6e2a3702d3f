/** A semaphore under simulation: processes that want one permit or several, while their number changes. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { PlacesBook } from "../places-book.ts";
import { NumberBook } from "./number-book.ts";
import { permits, semaphoreKey, usePermits } from "./use-permits.ts";

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  entries: 2_000,
  heavyEntries: 500,
  contended: 1_000,
  takeOvers: 300,
  renewals: 1_000,
  numbers: 1_300,
  neverToBeHad: 10,
  lostAnswers: 1_000,
  lateLandings: 300,
  longPauses: 300,
  crashes: 200,
  clockSteps: 100,
};

/** Longer than a ttl, the margins, and a few polls. */
const lastWaitMs = 17_000;
const folder = "_fencepost/semaphores/";
const prefix = `${folder}${semaphoreKey}.slot-`;

export const semaphoreProgram: Program = {
  name: "semaphore",
  replay: (seed) => `npm run sim -- --program semaphore --seed ${seed}`,
  begin(run) {
    const { journal, nowMs } = run;
    const places = new PlacesBook(journal);
    const numbers = new NumberBook(journal, nowMs);
    return {
      process: (participant) => usePermits(participant, { journal, places, numbers }),
      onLanded(write) {
        if (write.key === `${folder}${semaphoreKey}.permits.json`) numbers.landed(write);
        if (!write.key.startsWith(prefix)) return;
        const slot = write.key.slice(folder.length, -".json".length);
        const { note, renewals } = JSON.parse(new TextDecoder().decode(write.body));
        if (note !== undefined && renewals === 0) numbers.taken(note);
        places.landed(slot, write);
      },
      disturbances: [() => resize(run)],
      recover: (participant) => goOn(participant, run),
    };
  },
};

/** An operator who changes the number while it is in use. */
function resize({ join, journal, random }: Run): void {
  const { coordinator, name } = join("operator");
  const number = 1 + Math.floor(random.unit() * (permits + 1));
  coordinator
    .semaphore(semaphoreKey, { permits })
    .resize(number)
    .catch((error: unknown) => journal.say(name, String(error)));
}

/** Not always who comes last gets in: some have been waiting. That anybody does will do. */
async function goOn({ coordinator, name }: Participant, { journal }: Run): Promise<void> {
  const entries = (): number => journal.countOf("entries") + journal.countOf("heavyEntries");
  const before = entries();
  const semaphore = coordinator.semaphore(semaphoreKey, { permits });
  await semaphore.resize(permits);
  try {
    await semaphore.acquire({ weight: 2, ttlMs: 3_000, waitMs: lastWaitMs, note: name });
  } catch (error) {
    if (entries() === before) throw error;
  }
}

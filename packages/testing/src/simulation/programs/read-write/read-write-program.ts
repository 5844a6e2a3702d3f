/** Read-write locks under simulation: processes that read and write under one, and what must hold meanwhile. */
import type { FencingToken } from "@fencepost/core";
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { contend, lockKey } from "./contend.ts";
import { LockBook } from "./lock-book.ts";

/** Longer than a ttl, the margins, and a few polls. */
const lastWaitMs = 15_000;

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  reads: 2_000,
  writes: 1_000,
  downgrades: 200,
  resized: 50,
  fenced: 200,
  takeOvers: 200,
  forced: 100,
  lostAnswers: 1_000,
  lateLandings: 300,
  longPauses: 300,
  crashes: 200,
  clockSteps: 200,
};

export const readWriteProgram: Program = {
  name: "read-write",
  replay: (seed) => `npm run sim -- --program read-write --seed ${seed}`,
  begin(run) {
    const { journal } = run;
    const book = new LockBook(journal);
    return {
      process: (participant) => contend(participant, { journal, book }),
      onLanded: (write) => book.landed(write),
      disturbances: [() => freeByForce(run)],
      recover: bothSides,
    };
  },
};

/** A person frees the writer, or a reader, by what `inspect` showed. */
function freeByForce({ join, journal }: Run): void {
  const { coordinator, clock, random, name } = join("operator");
  const part = random.unit() < 0.5 ? "writer" : `slot-${Math.floor(random.unit() * 3)}`;
  const key = `_fencepost/read-write/${lockKey}.${part}.json`;
  const freeing = async (): Promise<void> => {
    const status = await coordinator.inspect(key);
    if (status.state === "absent" || status.state === "free") return;
    await clock.sleep(random.unit() * 1_000);
    journal.say(name, `frees ${part}, token ${status.token}`);
    const outcome = await coordinator.forceRelease(key, status.token as FencingToken, { why: "simulated" });
    if (outcome === "released") journal.count("forced");
  };
  freeing().catch((error: unknown) => journal.say(name, String(error)));
}

/** When nothing goes wrong any more, a writer gets in and then a reader. */
async function bothSides({ coordinator }: Participant): Promise<void> {
  const lock = coordinator.readWriteLock(lockKey, { readers: 3 });
  const writing = await lock.write.acquire({ ttlMs: 3_000, waitMs: lastWaitMs });
  await writing.release();
  const reading = await lock.read.acquire({ ttlMs: 3_000, waitMs: lastWaitMs });
  await reading.release();
}

/** `once` under simulation: processes that set out on the same intents, and what must hold meanwhile. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { OnceBook } from "./once-book.ts";
import { intentMs, keyAt, schema, setOut } from "./set-out.ts";

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  effects: 1_000,
  ran: 1_000,
  toldLater: 1_000,
  unknownOutcomes: 500,
  resolved: 60,
  givenBack: 100,
  repeatedEffects: 50,
  renewals: 500,
  lostAnswers: 1_000,
  lateLandings: 300,
  longPauses: 300,
  crashes: 200,
};

export const onceProgram: Program = {
  name: "once",
  replay: (seed) => `npm run sim -- --program once --seed ${seed}`,
  begin(run) {
    const { journal } = run;
    const book = new OnceBook(journal);
    return {
      process: (participant) => setOut(participant, { journal, book, nowMs: run.nowMs }),
      onLanded: (write) => book.landed(write),
      disturbances: [() => findOut(run, book)],
      recover: (participant) => doSomethingNew(participant, book),
      finish: () => book.finish(),
    };
  },
};

/** How many intents, from one that was set out on some time ago, a person looks at. */
const lookedAt = 5;

/** A person who can ask the other side gives a verdict on attempts that were abandoned. */
function findOut(run: Run, book: OnceBook): void {
  const { join, journal, nowMs } = run;
  const { coordinator, clock, random, name } = join("operator");
  const finding = async (): Promise<void> => {
    const fromMs = nowMs() - random.unit() * 40_000;
    for (let count = 0; count < lookedAt; count++) {
      const key = keyAt(Math.max(fromMs + count * intentMs, 0));
      const intent = coordinator.once(key, { schema });
      const status = await intent.inspect();
      if (status.state !== "abandoned") continue;
      const value = book.resultOf(key);
      await clock.sleep(random.unit() * 1_000);
      journal.say(name, `says of ${key}, attempt ${status.token}, that it happened: ${value !== undefined}`);
      await intent.resolve(
        status.token,
        value === undefined ? { happened: false } : { happened: true, value },
      );
      journal.count("resolved");
    }
  };
  finding().catch((error: unknown) => journal.say(name, String(error)));
}

async function doSomethingNew({ coordinator, name }: Participant, book: OnceBook): Promise<void> {
  const intent = coordinator.once("new", { schema });
  await intent.run({ ttlMs: 3_000, waitMs: 15_000 }, async ({ token }) => {
    book.happened("new", { who: name, token, result: "new", mayRepeat: false });
    return "new";
  });
}

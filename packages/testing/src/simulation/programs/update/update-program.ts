/** Plain documents under simulation: processes that change the same ones, and what must hold meanwhile. */
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run } from "../../engine/program.ts";
import { SettledWrites } from "../settled-writes.ts";
import { requestTimeoutMs } from "../timed-call.ts";
import { CounterBook } from "./counter-book.ts";
import { countFromVersion, countOn, edit, editorOf, type Notes } from "./edit.ts";
import { SwitchBook } from "./switch-book.ts";

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  acknowledged: 30_000,
  settled: 10_000,
  furtherRounds: 3_000,
  conflicts: 4_000,
  unknownOutcomes: 1_000,
  removals: 3_000,
  // What is said of bytes that recur, and of objects that are deleted.
  unseenChanges: 100,
  cameBack: 80,
  lostAnswers: 4_000,
  lateLandings: 1_000,
  longPauses: 400,
  crashes: 200,
};

export const updateProgram: Program = {
  name: "update",
  replay: (seed) => `npm run sim -- --program update --seed ${seed}`,
  requestTimeoutMs,
  begin({ journal, plan, nowMs }: Run) {
    const counter = new CounterBook(journal);
    const switchBook = new SwitchBook(journal, plan.versions === "unique");
    const writes: Readonly<Record<string, SettledWrites>> = {
      counter: new SettledWrites(journal),
      // It is deleted, and its bytes recur: what a proxy repeats may meet its own success with no trace left of it.
      switch: new SettledWrites(journal, () => plan.network.repeated > 0),
    };
    const notes: Notes = { journal, nowMs, counter, switch: switchBook };
    return {
      process: (participant) => edit(participant, notes),
      onLanded({ who, key, body, metadata }) {
        const value = JSON.parse(new TextDecoder().decode(body));
        const recent = metadata["fencepost-recent"]?.split(",") ?? [];
        const [id] = recent;
        if (id === undefined) journal.violate(who, `${key} was written without a write id`);
        else writes[key]?.landed(who, id);
        if (key === "counter") counter.landed(who, value);
        else switchBook.landed(who, value, recent);
      },
      onRemoved: ({ who }) => switchBook.removed(who),
      onEvent(who, event) {
        if (event.type === "write.settled") writes[event.key]?.settled(who, event.writeId, event.outcome);
      },
      recover: (participant) => goOn(participant, notes),
      finish: () => counter.finish(),
    };
  },
};

/** Nobody holds anything: whoever comes may write, at once. */
async function goOn(self: Participant, notes: Notes): Promise<void> {
  const before = notes.journal.countOf("acknowledged");
  const editor = editorOf(self, notes);
  await countOn(editor, "last.1");
  await countFromVersion(editor, "last.2");
  if (notes.journal.countOf("acknowledged") === before) throw new Error("nothing was acknowledged");
}

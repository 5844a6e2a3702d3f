/** Whether what a process was told of its writes is true: one settled as written has landed, one that lost never does. */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";

/** What the book needs of a record. */
export interface WrittenRecord {
  readonly token: number;
  readonly state: "held" | "free";
  /** The call that it was written for. */
  readonly call: string | undefined;
}

/** Outcomes of a settled write, and whether one that has it must have landed, or must never. Of others nothing is said. */
const mustHaveLanded: Readonly<Record<string, boolean>> = { written: true, replaced: true, conflict: false };

export class SettledWrites {
  readonly #journal: Journal;
  readonly #landed = new Set<string>();
  readonly #lost = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  landed(write: SimulatedWrite): WrittenRecord {
    const [id] = decoded(write).recent;
    this.#landed.add(id);
    if (this.#lost.has(id)) this.#journal.violate(write.who, "a write landed that had been settled as lost");
    return this.recordOf(write);
  }

  recordOf(write: SimulatedWrite): WrittenRecord {
    const { token, state, note } = decoded(write);
    return { token, state, call: note };
  }

  settled(who: string, id: string, outcome: string): void {
    this.#journal.count("settled");
    const must = mustHaveLanded[outcome];
    if (must === false) this.#lost.add(id);
    if (must === undefined || this.#landed.has(id) === must) return;
    const truth = must ? "had not landed" : "had landed";
    this.#journal.violate(who, `a write was settled as ${outcome}, and it ${truth}`);
  }
}

interface Decoded {
  readonly token: number;
  readonly state: "held" | "free";
  readonly note: string | undefined;
  readonly recent: readonly [string];
}

function decoded({ body }: SimulatedWrite): Decoded {
  return JSON.parse(new TextDecoder().decode(body));
}

/** Whether what a process was told of its writes is true: one settled as written has landed, one that lost never does. */
import type { Journal } from "../engine/journal.ts";

/** Outcomes of a settled write, and whether one that has it must have landed, or must never. Of others nothing is said. */
const mustHaveLanded: Readonly<Record<string, boolean>> = { written: true, replaced: true, conflict: false };

export class SettledWrites {
  readonly #journal: Journal;
  readonly #landed = new Set<string>();
  readonly #lost = new Set<string>();
  readonly #canHide: () => boolean;

  /** @param canHide whether a write may land and be gone without a trace, so that a refusal of its repeat passes for a conflict */
  constructor(journal: Journal, canHide = (): boolean => false) {
    this.#journal = journal;
    this.#canHide = canHide;
  }

  landed(who: string, id: string): void {
    this.#landed.add(id);
    if (this.#lost.has(id)) this.#untrue(who, "a write landed that had been settled as lost");
  }

  settled(who: string, id: string, outcome: string): void {
    this.#journal.count("settled");
    const must = mustHaveLanded[outcome];
    if (must === false) this.#lost.add(id);
    if (must === undefined || this.#landed.has(id) === must) return;
    if (must) this.#journal.violate(who, `a write was settled as ${outcome}, and it had not landed`);
    else this.#untrue(who, `a write was settled as ${outcome}, and it had landed`);
  }

  #untrue(who: string, what: string): void {
    if (this.#canHide()) this.#journal.count("hiddenWrites");
    else this.#journal.violate(who, what);
  }
}

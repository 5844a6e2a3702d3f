/** Which works run in an election, by what they say of themselves; and when the store lets others in. */
import type { Journal } from "../../engine/journal.ts";
import type { WrittenTerm } from "./written-term.ts";

export class WorkBook {
  readonly #journal: Journal;
  /** Of each process, the terms whose work has begun and has not ended. */
  readonly #running = new Map<string, Set<number>>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  began(who: string, token: number): void {
    const running = this.#running.get(who) ?? new Set();
    this.#running.set(who, running);
    for (const other of running) {
      this.#journal.violate(who, `the work of term ${token} began while that of term ${other} went on`);
    }
    running.add(token);
  }

  ended(who: string, token: number): void {
    this.#running.get(who)?.delete(token);
  }

  isRunning(who: string): boolean {
    return (this.#running.get(who)?.size ?? 0) > 0;
  }

  /** Whoever leads frees its term after its work. A person who does it knows what it means. */
  landed(who: string, { token, state, isForced }: WrittenTerm): void {
    if (state !== "free" || isForced) return;
    if (this.#running.get(who)?.has(token)) {
      this.#journal.violate(who, `term ${token} was freed while its work went on`);
    }
  }
}

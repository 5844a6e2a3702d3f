/** How many permits there were at which time, by what the store accepted: nobody may enter above it. */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";

/** What one ask is called, and for how many it asks. */
export interface Call {
  readonly name: string;
  readonly weight: number;
}

interface Standing {
  readonly atMs: number;
  readonly permits: number;
}

export class NumberBook {
  readonly #journal: Journal;
  readonly #nowMs: () => number;
  readonly #numbers: Standing[] = [];
  /** When the last slot of a call was taken. */
  readonly #takenAtMs = new Map<string, number>();

  constructor(journal: Journal, nowMs: () => number) {
    this.#journal = journal;
    this.#nowMs = nowMs;
  }

  /** The smallest that there ever was. */
  get least(): number {
    return Math.min(...this.#numbers.map(({ permits }) => permits));
  }

  /** The store has taken another number. */
  landed({ body, who }: SimulatedWrite): void {
    const { permits } = JSON.parse(new TextDecoder().decode(body));
    this.#numbers.push({ atMs: this.#nowMs(), permits });
    this.#journal.count("numbers");
    this.#journal.say(who, `there are ${permits} permits`);
  }

  /** A slot was taken for a call for the first time. */
  taken(call: string): void {
    this.#takenAtMs.set(call, this.#nowMs());
  }

  /** Since its last slot was taken, a number above so many of its slots must have stood there. */
  entered(who: string, { name, weight }: Call, slots: readonly string[]): void {
    const sinceMs = this.#takenAtMs.get(name) ?? 0;
    const since = this.#numbers.filter(
      (_, at) => (this.#numbers[at + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= sinceMs,
    );
    const most = Math.max(...since.map(({ permits }) => permits));
    const open = slots.filter((slot) => Number(slot.slice(slot.lastIndexOf("-") + 1)) < most);
    if (open.length >= weight) return;
    this.#journal.violate(
      who,
      `${name} entered for ${weight} by ${slots.join(", ")}, and there were ${most} permits`,
    );
  }
}

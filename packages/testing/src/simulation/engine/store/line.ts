/** One process's line to the store. What is wrong with it comes on top of what is wrong with the network for everybody. */
import type { ProcessClock } from "../../../world/process-clock.ts";

interface LineFaults {
  /** Nothing arrives, or no answer comes back. */
  readonly broken?: "on-the-way-there" | "on-the-way-back" | undefined;
  /** Each answer takes so much longer. */
  readonly lateMs: number;
  /** Of so many answers, one being all, one is lost. */
  readonly lossy: number;
}

const well: LineFaults = { lateMs: 0, lossy: 0 };

export class Line {
  readonly who: string;
  readonly clock: ProcessClock;
  #faults = well;

  constructor(who: string, clock: ProcessClock) {
    this.who = who;
    this.clock = clock;
  }

  get faults(): LineFaults {
    return this.#faults;
  }

  get isWell(): boolean {
    return this.#faults === well;
  }

  /** What is not named is well. */
  becomes(faults: Partial<LineFaults>): void {
    this.#faults = Object.keys(faults).length === 0 ? well : { ...well, ...faults };
  }
}

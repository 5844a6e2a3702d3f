/** What happened in a run, how often, and which of it broke a promise. A violation is a sentence. */

/** How often each thing happened in a run: a tame run proves little. */
export type Counts = Readonly<Record<string, number>>;

/** One line of a timeline: who did what, at which true time in milliseconds. */
export interface JournalLine {
  readonly atMs: number;
  readonly who: string;
  readonly what: string;
}

/** Where a program and the engine note what they see. */
export class Journal {
  readonly #now: () => number;
  readonly #keepLines: boolean;
  readonly #counts: Record<string, number> = {};
  readonly #violations: string[] = [];
  readonly #lines: JournalLine[] = [];
  #mixed = 17;

  /** @param keepLines a run that nobody reads keeps no lines */
  constructor(now: () => number, keepLines: boolean) {
    this.#now = now;
    this.#keepLines = keepLines;
  }

  get counts(): Counts {
    return this.#counts;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  get lines(): readonly JournalLine[] {
    return this.#lines;
  }

  /** A number that differs if anything that was mixed into it differs. */
  get fingerprint(): number {
    return this.#mixed >>> 0;
  }

  /** One more of `what`. */
  count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  /** How often `what` was counted. */
  countOf(what: string): number {
    return this.#counts[what] ?? 0;
  }

  /** For the timeline of a run that is told. */
  say(who: string, what: string): void {
    if (this.#keepLines) this.#lines.push({ atMs: this.#now(), who, what });
  }

  /** A promise was broken: the run has failed. */
  violate(who: string, what: string): void {
    this.#violations.push(what);
    this.say(who, `VIOLATION: ${what}`);
  }

  /** What a run has done, and when, goes into its fingerprint. */
  mix(bytes: Uint8Array): void {
    this.#mixed = Math.imul(this.#mixed ^ Math.round(this.#now() * 1_000), 0x01000193);
    for (const byte of bytes) this.#mixed = Math.imul(this.#mixed ^ byte, 0x01000193);
  }
}

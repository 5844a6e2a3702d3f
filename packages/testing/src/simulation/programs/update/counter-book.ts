/**
 * What became of each update of one document, seen from both sides. Each state names the one that it was made from, so
 * a change that is missing or made twice breaks the chain.
 */
import type { Version } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";

/** A value that changes with each write: equal bytes would be one version where a version is a hash. */
export interface Counter {
  readonly count: number;
  /** The call that made it. */
  readonly call: string;
  /** The call that made the one before. */
  readonly after: string | undefined;
}

export class CounterBook {
  readonly #journal: Journal;
  readonly #landed = new Map<string, Counter>();
  /** Calls of which it was said that they have changed nothing. */
  readonly #without = new Set<string>();
  readonly #versions = new Map<Version, number>();
  /** What each reader has seen. */
  readonly #seen = new Map<string, number>();
  #last: Counter | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** How often it has been changed. */
  get count(): number {
    return this.#last?.count ?? 0;
  }

  landed(who: string, next: Counter): void {
    const last = this.#last;
    this.#journal.say("store", `counter is ${next.count}, by ${next.call} after ${next.after ?? "nothing"}`);
    if (next.after !== last?.call || next.count !== this.count + 1) {
      this.#journal.violate(
        who,
        `${next.call} was written after ${next.after ?? "nothing"}, and ${last?.call ?? "nothing"} is lost`,
      );
    }
    if (this.#landed.has(next.call)) this.#journal.violate(who, `${next.call} was applied twice`);
    if (this.#without.has(next.call)) {
      this.#journal.violate(who, `${next.call} landed after it was said to have changed nothing`);
    }
    this.#landed.set(next.call, next);
    this.#last = next;
  }

  /** A caller was told that its change has been made. */
  acknowledged(who: string, call: string, told: Counter, version: Version | undefined): void {
    this.#journal.count("acknowledged");
    const landed = this.#landed.get(call);
    if (landed?.count !== told.count || told.call !== call) {
      this.#journal.violate(
        who,
        `${call} was said to be written as ${told.count}, and landed as ${landed?.count}`,
      );
    }
    this.saw(who, told.count, version);
  }

  /** A caller was told that nothing has changed, for whatever reason. */
  changedNothing(who: string, call: string): void {
    this.#without.add(call);
    if (this.#landed.has(call)) {
      this.#journal.violate(who, `${call} was said to have changed nothing, and it had landed`);
    }
  }

  /**
   * A reader was shown that count.
   *
   * @param least what stood there when it asked
   */
  saw(reader: string, count: number, version: Version | undefined, least = 0): void {
    const before = Math.max(this.#seen.get(reader) ?? 0, least);
    this.#seen.set(reader, Math.max(before, count));
    if (count < before) this.#journal.violate(reader, `${count} was read after ${before}`);
    if (version === undefined) return;
    const known = this.#versions.get(version) ?? count;
    this.#versions.set(version, count);
    if (known !== count) this.#journal.violate(reader, `one version was said to be ${known} and ${count}`);
  }

  /** After the run: as many changes as were made stand there. */
  finish(): void {
    if (this.#landed.size === this.count) return;
    this.#journal.violate("store", `${this.#landed.size} updates landed, and the counter is ${this.count}`);
  }
}

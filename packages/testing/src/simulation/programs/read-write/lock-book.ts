/**
 * What became of one read-write lock in a run, seen from both sides: what the store accepted, and who was sure of being
 * inside. What does not fit breaks a promise.
 */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";
import { Landings } from "./landings.ts";

/** Somebody who was let in. */
export interface Stay {
  readonly kind: "read" | "write";
  readonly who: string;
  readonly call: string;
  /** Of a reader. */
  readonly slot: number | undefined;
  /** Whoever goes on as a reader was the writer before. */
  readonly after?: Stay | undefined;
}

interface Sure {
  readonly stay: Stay;
  first: number;
  last: number;
}

/** Stays whose end lies back this far are forgotten: no process stands still for longer and then works on. */
const rememberedMost = 200;

export class LockBook {
  readonly #journal: Journal;
  readonly #landings: Landings;
  readonly #sure = new Map<Stay, Sure>();
  #now = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#landings = new Landings(journal);
  }

  landed(write: SimulatedWrite): void {
    this.#now += 1;
    this.#landings.landed(write, this.#now);
  }

  /**
   * Somebody was let in: since its own record was written, each record of the other side must have stood free for a moment at
   * least. It does not depend on any clock: where somebody dead was passed by and not fenced, his renewal could land.
   */
  entered(stay: Stay): void {
    const { kind, who, call, slot, after } = stay;
    this.#journal.count(after ? "downgrades" : kind === "read" ? "reads" : "writes");
    this.#journal.say(who, `${call}: inside, to ${kind}${slot === undefined ? "" : ` in slot ${slot}`}`);
    const own = this.#landings.granted(slot ?? "writer", call);
    if (!own) {
      this.#journal.violate(who, `${call} was let in to ${kind}, and its write never landed`);
      return;
    }
    if (after) {
      const writer = this.#landings.granted("writer", after.call);
      const freed = writer && this.#landings.freedAfter("writer", writer.at, who);
      if (freed !== undefined && freed < own.at) {
        this.#journal.violate(who, `${call}: the writer was released before slot ${slot} was written`);
      }
      return;
    }
    const { slots = 0 } = this.#landings;
    const others = kind === "read" ? ["writer" as const] : Array.from({ length: slots }, (_, index) => index);
    for (const other of others) {
      if (this.#landings.stoodFreeSince(other, own.at)) continue;
      this.#journal.violate(who, `${call} was let in to ${kind}, and ${other} had never been free since`);
    }
  }

  /** It was sure at this very moment. From the first such moment to the last it is inside, whoever looks. */
  worked(stay: Stay): void {
    this.#now += 1;
    const mine = this.#sure.get(stay) ?? { stay, first: this.#now, last: this.#now };
    mine.last = this.#now;
    this.#sure.delete(stay);
    this.#sure.set(stay, mine);
    for (const other of this.#sure.values()) {
      if (other === mine || other.last < mine.first || other.first > mine.last) continue;
      if (!excludes(stay, other.stay)) continue;
      const { who, kind, call } = other.stay;
      this.#journal.violate(
        stay.who,
        `${stay.call} was inside to ${stay.kind} while ${who} was (${call}, to ${kind})`,
      );
    }
    const oldest = this.#sure.keys().next();
    if (this.#sure.size > rememberedMost && !oldest.done) this.#sure.delete(oldest.value);
  }
}

function excludes(one: Stay, other: Stay): boolean {
  if (one.after === other || other.after === one) return false;
  return one.kind === "write" || other.kind === "write" || one.slot === other.slot;
}

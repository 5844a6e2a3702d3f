/** What became of one fenced document in a run: what the store took, one state after the other, and what was said of it. */
import type { Journal } from "../../engine/journal.ts";
import type { MarkedWrite } from "./marked-write.ts";

const leastShown = -1;

export class DocumentBook {
  readonly key: string;
  readonly #journal: Journal;
  readonly #states: (MarkedWrite | undefined)[] = [];
  /** Where each call's state is. */
  readonly #landed = new Map<string, number>();
  /** Calls of which it was said that they have written nothing. */
  readonly #without = new Set<string>();
  readonly #tokens = new Set<number>();
  readonly #shown = new Map<string, number>();
  removals = 0;
  /** Those who try another lease: as long as there are any, nobody may clear the way for them. */
  strangers = 0;

  constructor(key: string, journal: Journal) {
    this.key = key;
    this.#journal = journal;
  }

  /** How many states it has had. */
  get length(): number {
    return this.#states.length;
  }

  get isFenced(): boolean {
    return this.#last?.token !== undefined;
  }

  /** Whether that token has ever stood there. */
  hasSeen(token: number | undefined): boolean {
    return token !== undefined && this.#tokens.has(token);
  }

  indexOf(call: string): number | undefined {
    return this.#landed.get(call);
  }

  landed(who: string, next: MarkedWrite): void {
    const mark = next.token === undefined ? "no fence" : `token ${next.token}`;
    this.#journal.say("store", `${this.key} is ${next.call ?? next.state}, ${mark}, by ${who}`);
    const broken = brokenBy(next, this.#last);
    if (broken !== undefined) this.#journal.violate(who, `${this.key}: ${broken}`);
    if (next.call !== null && next.call !== this.#last?.call) this.#written(who, next, next.call);
    if (next.state === "deleted" && this.#last?.state !== "deleted") this.#journal.count("tombstones");
    if (next.token !== undefined) this.#tokens.add(next.token);
    this.#states.push(next);
  }

  removed(): void {
    this.removals += 1;
    this.#states.push(undefined);
  }

  /** A caller was told that it has written. */
  acknowledged(who: string, call: string): void {
    this.#journal.count("acknowledged");
    if (this.#landed.has(call)) return;
    this.#journal.violate(who, `${call} was said to be written, and it had not landed`);
  }

  /** A caller was told that it has written nothing, for whatever reason. */
  wroteNothing(who: string, call: string): void {
    this.#without.add(call);
    if (!this.#landed.has(call)) return;
    this.#journal.violate(who, `${call} was said to have written nothing, and it had landed`);
  }

  /** Whether all that came after that call's state has newer tokens, and something came. */
  isOutrun(call: string, token: number): boolean {
    const after = this.#states.slice((this.#landed.get(call) ?? this.length) + 1);
    return after.length > 0 && after.every((state) => (state?.token ?? 0) > token);
  }

  /** What stands there now, in the order of the values that have stood there. */
  get shownLeast(): number {
    return this.#last?.call ? (this.#landed.get(this.#last.call) ?? leastShown) : leastShown;
  }

  /** A reader was shown the value of that call. @param least as `shownLeast` was when it asked */
  shown(reader: string, call: string | null, least: number): void {
    const at = call === null ? undefined : this.#landed.get(call);
    const before = Math.max(this.#shown.get(reader) ?? leastShown, least);
    if (call !== null && at === undefined) {
      this.#journal.violate(reader, `${this.key} was said to be ${call}, which had not landed`);
    }
    if (at === undefined) return;
    if (at < before) this.#journal.violate(reader, `${this.key} was read as it had been before`);
    this.#shown.set(reader, Math.max(at, before));
  }

  #written(who: string, { onto }: MarkedWrite, call: string): void {
    if (this.#landed.has(call)) this.#journal.violate(who, `${call} landed twice`);
    if (this.#without.has(call)) {
      this.#journal.violate(who, `${call} landed after it was said to have written nothing`);
    }
    const stood = this.#last?.call ?? null;
    if (onto && !onto.includes(stood)) {
      this.#journal.violate(who, `${call} was written over ${stood}, which its writer had not seen`);
    }
    this.#landed.set(call, this.length);
  }

  get #last(): MarkedWrite | undefined {
    return this.#states.at(-1);
  }
}

/** What of the fence's rules the next state breaks, as a sentence. */
function brokenBy(next: MarkedWrite, last: MarkedWrite | undefined): string | undefined {
  if (next.id === undefined) return "it was written without a write id";
  if (next.token === undefined) {
    return last?.token === undefined ? undefined : `a plain write erased the fence of token ${last.token}`;
  }
  if (!last) return next.state === "empty" ? undefined : `a write with token ${next.token} created it`;
  if (last.token !== undefined && next.token < last.token) {
    return `token ${next.token} landed after token ${last.token}`;
  }
  const isClaim = next.token !== last.token;
  const keepsValue = next.call === last.call && next.state === last.state;
  if (isClaim && !keepsValue)
    return `token ${next.token} was written without a claim, or its claim changed the value`;
  return !isClaim && next.state === "empty" ? "it was emptied" : undefined;
}

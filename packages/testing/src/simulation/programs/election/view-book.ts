/** What those who look at an election are told, against what the store took. */
import type { Leader } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { WrittenTerm } from "./written-term.ts";

/** What one handle has told so far. */
interface Told {
  /** The earliest landing that the newest answer can have meant. */
  least: number;
  /** Of terms that were said to be over: how many writes they must have had before they can lead again. */
  readonly renewalsLeast: Map<number, number>;
}

export class ViewBook {
  readonly #journal: Journal;
  readonly #landings: WrittenTerm[] = [];
  readonly #told = new Map<string, Told>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** How many states the election has had: to be named when somebody begins to look. */
  get length(): number {
    return this.#landings.length;
  }

  landed(landing: WrittenTerm): void {
    this.#landings.push(landing);
  }

  hasStood(token: number, value: string): boolean {
    return this.#landings.some((each) => each.token === token && each.value === value);
  }

  /** @param since how many states there had been when the question was asked, for one that asks once */
  told(who: string, leader: Leader<string> | undefined, since?: number): void {
    const told = this.#told.get(who) ?? { least: 0, renewalsLeast: new Map() };
    this.#told.set(who, told);
    this.#journal.say(who, leader ? `sees ${leader.value} lead with ${leader.token}` : "sees nobody lead");
    if (leader) this.#toldLeader(who, told, leader, since ?? 0);
    else if (since !== undefined) this.#toldNobody(told, since);
    if (!leader) this.#journal.count("vacancies");
  }

  #toldLeader(who: string, told: Told, { token, value }: Leader<string>, since: number): void {
    this.#journal.count("leadersTold");
    const shows = (landing: WrittenTerm): boolean =>
      landing.state === "held" && landing.token === token && landing.value === value;
    const newest = this.#landings.findLastIndex(shows);
    if (newest < 0) this.#journal.violate(who, `was told of ${value} with ${token}, which never stood there`);
    else if (newest < told.least) this.#journal.violate(who, `went back to ${value} with ${token}`);
    else if (newest < since - 1)
      this.#journal.violate(who, `was told of ${value}, which was gone when asked`);
    told.least = Math.max(told.least, this.#landings.findIndex(shows));
    const renewalsLeast = told.renewalsLeast.get(token) ?? 0;
    if (renewalsLeast === 0) return;
    this.#journal.count("backFromTheDead");
    if (!this.#landings.some((each) => each.token === token && each.renewals >= renewalsLeast)) {
      this.#journal.violate(who, `saw ${token} lead again, which it had seen dead, after a single write`);
    }
  }

  /** Of the state that stood there when it asked, or a later one: two further writes, as one may have been on its way. */
  #toldNobody(told: Told, since: number): void {
    const stood = this.#landings[since - 1];
    if (stood?.state === "held") told.renewalsLeast.set(stood.token, stood.renewals + 2);
  }
}

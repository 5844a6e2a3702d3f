/**
 * What became of each intent in a run, seen from three sides: what the store accepted, which effects really happened, and
 * what each caller was told. What does not fit breaks a promise.
 */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";

interface Intent {
  /** By whom, and under which token. */
  readonly effects: { readonly who: string; readonly token: number; readonly result: string }[];
  readonly landings: { readonly state: string; readonly token: number; readonly result: unknown }[];
  /** What was given to callers as the recorded result. */
  readonly told: Set<string>;
}

export class OnceBook {
  readonly #journal: Journal;
  readonly #intents = new Map<string, Intent>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The store has taken a write of a claim. */
  landed({ key: name, body }: SimulatedWrite): void {
    const key = name.slice(name.lastIndexOf("/") + 1, -".json".length);
    const { state, token, result } = JSON.parse(new TextDecoder().decode(body));
    const { landings } = this.#of(key);
    const last = landings.at(-1);
    if (last?.state === "done") {
      this.#journal.violate("store", `${key} was done, and ${state} (token ${token}) was written over it`);
    }
    if (last && token < last.token) {
      this.#journal.violate("store", `${key}: token ${token} landed after ${last.token}`);
    }
    if (last && last.token === token && last.state === "pending" && state === "pending")
      this.#journal.count("renewals");
    if (state === "done") this.#journal.count("done");
    landings.push({ state, token, result });
    this.#journal.say("store", `${key} is ${state}, token ${token}`);
  }

  /** The effect itself, which no store can see. */
  happened(who: string, key: string, token: number, result: string): void {
    const { effects } = this.#of(key);
    this.#journal.count("effects");
    this.#journal.say(who, `effect of ${key}, token ${token}`);
    effects.push({ who, token, result });
    if (effects.length > 1) this.#journal.violate(who, `${key} happened ${effects.length} times`);
  }

  /** Whether it has happened, for whoever has to find out. */
  resultOf(key: string): string | undefined {
    return this.#of(key).effects[0]?.result;
  }

  /** A caller was given a result. */
  returned(who: string, key: string, value: string, ranHere: boolean): void {
    const { effects, landings, told } = this.#of(key);
    this.#journal.count(ranHere ? "ran" : "toldLater");
    this.#journal.say(who, `${key}: ${value}`);
    told.add(value);
    if (told.size > 1) this.#journal.violate(who, `${key} had two results`);
    if (!landings.some(({ state, result }) => state === "done" && result === value)) {
      this.#journal.violate(who, `${key} was said to be done with ${value}, and that is recorded nowhere`);
    }
    if (!effects.some(({ result }) => result === value)) {
      this.#journal.violate(who, `${key} was said to be done, and it never happened`);
    }
  }

  /** A caller was told that nothing ran. */
  nothingRan(who: string, key: string, begun: boolean): void {
    this.#journal.count("nothingRan");
    if (begun) this.#journal.violate(who, `${key}: nothing ran, it was said, and the work had begun`);
  }

  /** Work threw, and its caller was told so. */
  unknown(who: string, key: string): void {
    this.#journal.count("unknownOutcomes");
    this.#journal.say(who, `${key}: nobody can tell`);
  }

  /** After the run: what is recorded as done has happened, and what is open has not. */
  finish(): void {
    for (const [key, { effects, landings }] of this.#intents) {
      const state = landings.at(-1)?.state;
      if (state === "done" && effects.length === 0) {
        this.#journal.violate("store", `${key} is recorded as done, and it never happened`);
      }
      if (state === "open" && effects.length > 0) {
        this.#journal.violate("store", `${key} is open, and it has happened`);
      }
    }
  }

  #of(key: string): Intent {
    const known = this.#intents.get(key);
    if (known) return known;
    const intent: Intent = { effects: [], landings: [], told: new Set() };
    this.#intents.set(key, intent);
    return intent;
  }
}

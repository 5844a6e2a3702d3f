/**
 * What became of each intent in a run, seen from three sides: what the store accepted, which effects really happened, and
 * what each caller was told. What does not fit breaks a promise.
 */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";

interface Landing {
  readonly who: string;
  readonly state: string;
  readonly stopped: boolean;
  readonly token: number;
  readonly result: unknown;
}

interface Effect {
  /** By whom, and under which token. */
  readonly who: string;
  readonly token: number;
  readonly result: string;
  /** Whoever did it had said that doing it twice does no harm. */
  readonly mayRepeat: boolean;
}

interface Intent {
  readonly effects: Effect[];
  readonly landings: Landing[];
  /** What was given to callers as the recorded result. */
  readonly told: Set<string>;
  /** Whose work has begun. */
  readonly begun: Set<string>;
}

export class OnceBook {
  readonly #journal: Journal;
  readonly #intents = new Map<string, Intent>();
  readonly #survivors = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The store has taken a write of a claim. */
  landed({ who, key: name, body }: SimulatedWrite): void {
    const key = name.slice(name.lastIndexOf("/") + 1, -".json".length);
    const { state, stopped = false, token, result } = JSON.parse(new TextDecoder().decode(body));
    const { landings, begun } = this.#of(key);
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
    if ((state === "open" || stopped) && !begun.has(who)) this.#journal.count("givenBack");
    landings.push({ who, state, stopped, token, result });
    this.#journal.say("store", `${key} is ${stopped ? "stopped" : state}, token ${token}`);
  }

  began(who: string, key: string): void {
    this.#of(key).begun.add(who);
  }

  /** The effect itself, which no store can see. Only whoever may repeat it may come second. */
  happened(key: string, effect: Effect): void {
    const { who, token } = effect;
    const { effects } = this.#of(key);
    this.#journal.count("effects");
    this.#journal.say(who, `effect of ${key}, token ${token}`);
    effects.push(effect);
    if (effects.length === 1) return;
    if (effect.mayRepeat) this.#journal.count("repeatedEffects");
    else this.#journal.violate(who, `${key} happened ${effects.length} times`);
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

  /** This process is alive, and at nothing any more. */
  survived(who: string): void {
    this.#survivors.add(who);
  }

  /** After the run: what is recorded as done has happened, what is open has not, and nobody is said to be at it who never was. */
  finish(): void {
    for (const [key, { effects, landings, begun }] of this.#intents) {
      const last = landings.at(-1);
      const state = last?.state;
      if (last?.state === "pending" && !last.stopped && this.#survivors.has(last.who) && !begun.has(last.who))
        this.#journal.violate(last.who, `${key}: nothing ran, it was said, and the claim was not given back`);
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
    const intent: Intent = { effects: [], landings: [], told: new Set(), begun: new Set() };
    this.#intents.set(key, intent);
    return intent;
  }
}

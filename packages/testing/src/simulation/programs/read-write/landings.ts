/** What the store accepted of each record of a lock, in order. */
import type { Journal } from "../../engine/journal.ts";
import type { SimulatedWrite } from "../../engine/program.ts";

/** Which of the records it is: a slot by its number. */
export type Part = number | "writer";

interface Landing {
  readonly who: string;
  readonly at: number;
  readonly state: "held" | "free";
  readonly token: number;
  readonly renewals: number;
  readonly note: string | undefined;
}

const pattern = /^_fencepost\/read-write\/x\.(?:slot-(\d+)|(writer))\.json$/;

export class Landings {
  readonly #journal: Journal;
  readonly #parts = new Map<Part, Landing[]>();
  slots: number | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  landed({ who, key, body }: SimulatedWrite, at: number): void {
    const found = pattern.exec(key);
    if (!found) return;
    const part = found[2] ? "writer" : Number(found[1]);
    const { state, token, renewals, note, slots } = JSON.parse(new TextDecoder().decode(body));
    const before = this.#of(part);
    const last = before.at(-1);
    if (last && token < last.token) {
      this.#journal.violate("store", `${part}: token ${token} landed after ${last.token}`);
    }
    if (last?.token === token && last?.state === "free" && state === "held") {
      this.#journal.violate("store", `${part}: a renewal of token ${token} landed after it was freed`);
    }
    if (last?.state === "held" && token > last.token) this.#journal.count("takeOvers");
    if (last?.state === "held" && state === "free" && !last.note?.startsWith(`${who}.`))
      this.#journal.count("fenced");
    if (part === "writer") {
      if (this.slots !== undefined && this.slots !== slots) this.#journal.count("resized");
      this.slots = slots;
    }
    before.push({ who, at, state, token, renewals, note });
    this.#journal.say("store", `${part}: ${state}, token ${token}${note ? ` (${note})` : ""}`);
  }

  /** The last write by which that call was granted it. */
  granted(part: Part, call: string): Landing | undefined {
    return this.#of(part).findLast(({ note, renewals, state }) => {
      return note === call && renewals === 0 && state === "held";
    });
  }

  /** When it was freed first after that, by anybody or by somebody. */
  freedAfter(part: Part, at: number, who?: string): number | undefined {
    return this.#of(part).find((landing) => {
      return landing.at > at && landing.state === "free" && (who ?? landing.who) === landing.who;
    })?.at;
  }

  /** Whether it stood free, or there was none, at that moment or later. */
  stoodFreeSince(part: Part, at: number): boolean {
    const landings = this.#of(part);
    const then = landings.findLast((landing) => landing.at <= at);
    return then?.state !== "held" || this.freedAfter(part, at) !== undefined;
  }

  #of(part: Part): Landing[] {
    const known = this.#parts.get(part) ?? [];
    this.#parts.set(part, known);
    return known;
  }
}

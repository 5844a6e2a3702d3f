/**
 * What became of several records that are held together in a run: what the store accepted, against what each holder believed.
 * A call is known by its note, which stands in each record that it holds.
 */
import type { Journal } from "../engine/journal.ts";
import type { SimulatedWrite } from "../engine/program.ts";
import { type WrittenRecord, writtenRecord } from "./lease/written-record.ts";

export class PlacesBook {
  readonly #journal: Journal;
  readonly #landings = new Map<string, WrittenRecord[]>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The store has taken a write of one of the records. */
  landed(place: string, write: SimulatedWrite): void {
    const record = writtenRecord(write);
    const { token, state, call = "" } = record;
    const landings = this.#landings.get(place) ?? [];
    this.#landings.set(place, landings);
    const last = landings.at(-1);
    if (last && token < last.token)
      this.#journal.violate("store", `${place}: token ${token} landed after ${last.token}`);
    if (last?.state === "held" && token > last.token) this.#journal.count("takeOvers");
    if (last?.token === token && state === "held") this.#journal.count("renewals");
    landings.push(record);
    this.#journal.say("store", `${place} is ${state}, token ${token} ${call}`);
  }

  /** What stands under a call now. */
  standing(call: string): readonly string[] {
    const places = [...this.#landings].filter(([, landings]) => {
      const last = landings.at(-1);
      return last?.state === "held" && last.call === call;
    });
    return places.map(([place]) => place);
  }

  /** The holder was sure of all that it holds at this very moment: then nobody else can have any of it. */
  worked(who: string, call: string, holds: number): void {
    const standing = this.standing(call);
    if (standing.length >= holds) return;
    this.#journal.violate(
      who,
      `${call} worked under ${holds}, and only ${standing.length} stood under it: ${standing.join(", ")}`,
    );
  }

  /** Of those places at least so many were freed by the holder: it was told that they are released. */
  released(who: string, call: string, places: readonly string[], holds: number): void {
    this.#journal.say(who, `${call} has released ${places.join(", ")}`);
    const freed = places.filter((place) => {
      const landings = this.#landings.get(place) ?? [];
      // The last: a grant that came too late may have been before it.
      const token = landings.findLast((landing) => landing.call === call)?.token;
      return landings.some((landing) => landing.token === token && landing.state === "free");
    });
    if (freed.length >= holds) return;
    this.#journal.violate(who, `${call} was said to have released ${holds}, and ${freed.length} are free`);
  }
}

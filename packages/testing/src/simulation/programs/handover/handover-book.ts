/**
 * What became of each lease that was handed over, seen from both sides: what the store accepted, and what giver and
 * adopters were told. Who holds the lease at all is judged by the lease's own book.
 */
import type { LeaseLostError } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Landing } from "../lease/lease-book.ts";

/** A lease on its way, as whoever carries the string knows it. */
export interface Carried {
  readonly text: string;
  readonly token: number;
  readonly ttlMs: number;
  /** When its giver began to hand it over, in true time. */
  readonly sinceMs: number;
}

/** By the store's clock a moment has the length of a second, and its nodes differ. */
const passingShare = 0.9;

export class HandoverBook {
  readonly #journal: Journal;
  readonly #landings: Landing[] = [];
  readonly #carried: Carried[] = [];
  /** By the text, the call that adopted it. */
  readonly #adopted = new Map<string, string>();
  /** Calls that were to adopt something. */
  readonly #adopting = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  landed(landing: Landing): void {
    const last = this.#landings.at(-1);
    this.#landings.push(landing);
    if (last?.state !== "held" || landing.token === last.token) return;
    if (landing.call !== undefined && this.#adopting.has(landing.call)) return;
    const early = this.#carried.find(
      ({ token, ttlMs, sinceMs }) => token === last.token && landing.atMs < sinceMs + ttlMs * passingShare,
    );
    if (early) {
      this.#journal.violate(
        "store",
        `token ${landing.token} was taken while token ${early.token} was on its way, ${Math.round(landing.atMs - early.sinceMs)} ms after it was handed over with a ttl of ${early.ttlMs} ms`,
      );
    }
  }

  handedOver(who: string, carried: Carried): void {
    this.#journal.count("handovers");
    this.#journal.say(who, `handed over token ${carried.token}`);
    this.#carried.push(carried);
  }

  /** One of those that were handed over lately, adopted or not. @param chance from 0 up to 1 */
  pick(chance: number): Carried | undefined {
    const lately = this.#carried.slice(-3);
    return lately[Math.floor(chance * lately.length)];
  }

  adopting(call: string): void {
    this.#adopting.add(call);
  }

  adopted(who: string, call: string, carried: Carried, nowMs: number): void {
    this.#journal.count("adoptions");
    if (nowMs > carried.sinceMs + carried.ttlMs) this.#journal.count("lateAdoptions");
    const before = this.#adopted.get(carried.text);
    if (before !== undefined) {
      this.#journal.violate(who, `${call}: token ${carried.token} was adopted already, by ${before}`);
    }
    this.#adopted.set(carried.text, call);
    const at = this.#landings.findIndex((landing) => landing.call === call);
    const base = this.#landings[at - 1];
    if (base?.state !== "held" || base.token !== carried.token) {
      this.#journal.violate(
        who,
        `${call}: token ${carried.token} was adopted, and what stood there was ${base?.state} with token ${base?.token}`,
      );
    }
  }

  /** An adopter was told that it has come too late, and the reason must be true. */
  refused(who: string, call: string, { token }: Carried, { reason }: LeaseLostError): void {
    this.#journal.count("refusedAdoptions");
    this.#journal.say(who, `${call}: token ${token} cannot be adopted, ${reason}`);
    const isTrue =
      (reason === "superseded" && this.#landings.some((landing) => landing.token > token)) ||
      (reason === "released" && this.#journal.countOf("forced") > 0) ||
      (reason === "deleted" && this.#journal.countOf("deletions") > 0);
    if (!isTrue)
      this.#journal.violate(who, `${call}: token ${token} was said to be ${reason}, and it is not`);
  }
}

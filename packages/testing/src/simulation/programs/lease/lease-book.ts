/**
 * What became of one lease in a run, seen from both sides: what the store accepted, and what each process believed. What
 * does not fit breaks a promise.
 */
import type { LeaseLostError, ReleaseOutcome } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { WrittenRecord } from "./written-record.ts";

/** A write of the lease's record that the store took. */
export interface Landing extends WrittenRecord {
  readonly atMs: number;
}

export class LeaseBook {
  readonly #journal: Journal;
  readonly #landings: Landing[] = [];
  readonly #granted = new Set<string>();
  readonly #contended = new Set<string>();
  /** Calls of which the store has lost a write. */
  readonly #forgotten = new Set<string>();
  #highestGranted = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get lastLandingMs(): number {
    return this.#landings.at(-1)?.atMs ?? 0;
  }

  landed(landing: Landing): void {
    const last = this.#landings.at(-1);
    // Its condition names a state that is gone: it would go on as if nothing had happened.
    if (landing.call !== undefined && this.#forgotten.has(landing.call)) this.#journal.count("silent");
    if (last && landing.token < last.token) {
      this.#journal.violate("store", `token ${landing.token} landed after ${last.token}`);
    }
    if (last?.state === "held" && landing.token > last.token) this.#journal.count("takeOvers");
    if (last?.token === landing.token && landing.state === "held") this.#journal.count("renewals");
    this.#landings.push(landing);
    this.#journal.say(
      "store",
      `${landing.state} token ${landing.token}${landing.call ? ` (${landing.call})` : ""}`,
    );
  }

  granted(who: string, call: string, token: number): void {
    this.#journal.count("grants");
    this.#granted.add(call);
    this.#journal.say(who, `granted token ${token} (${call})`);
    if (token <= this.#highestGranted) {
      this.#journal.violate(who, `token ${token} was granted after ${this.#highestGranted}`);
    }
    this.#highestGranted = Math.max(this.#highestGranted, token);
    if (!this.#landings.some((landing) => landing.token === token && landing.call === call)) {
      this.#journal.violate(who, `token ${token} was granted, and its write never landed`);
    }
  }

  /** @param atOnce whoever waits may have written, heard nothing, and been contended in a later round */
  contended(who: string, call: string, atOnce: boolean): void {
    if (atOnce) this.#contended.add(call);
    this.#journal.say(who, `contended (${call})`);
  }

  /** The holder was sure of its lease at this very moment. */
  worked(who: string, token: number): void {
    const newest = this.#landings.at(-1);
    if (newest && newest.token > token) {
      this.#journal.violate(
        who,
        `worked under token ${token} while token ${newest.token} stood in the store`,
      );
    }
    if (token < this.#highestGranted) {
      this.#journal.violate(
        who,
        `worked under token ${token} after token ${this.#highestGranted} was granted`,
      );
    }
  }

  released(who: string, token: number, outcome: ReleaseOutcome): void {
    this.#journal.say(who, `release of token ${token}: ${outcome}`);
    if (outcome !== "released") return;
    const from = this.#landings.findIndex((landing) => landing.token === token);
    const freed = this.#landings.findIndex((landing) => landing.token === token && landing.state === "free");
    const between = this.#landings.slice(from, freed + 1);
    if (freed < 0)
      this.#journal.violate(who, `token ${token} was said to be released, and no such write landed`);
    else if (between.some((landing) => landing.token !== token)) {
      this.#journal.violate(who, `token ${token} was said to be released, and somebody was in between`);
    }
  }

  /** The reason that a loss gives must be true. */
  lost(who: string, token: number, error: LeaseLostError): void {
    this.#journal.count("losses");
    this.#journal.say(who, `lost token ${token}: ${error.reason}`);
    const newer = this.#landings.some((landing) => landing.token > token);
    if (error.reason === "superseded" && !newer) {
      this.#journal.violate(who, `token ${token} was said to be superseded, and no newer token had landed`);
    }
    if (error.reason === "rolled-back") this.#rolledBack(who, token);
    if (error.reason === "deleted" && this.#journal.countOf("deletions") === 0) {
      this.#journal.violate(who, `token ${token} was said to be deleted, and nobody had deleted anything`);
    }
    if (error.reason === "released" && this.#journal.countOf("forced") === 0) {
      this.#journal.violate(who, `token ${token} was said to be freed by force, and nobody had done so`);
    }
  }

  /** The store has lost a write that it had taken. */
  forgotten({ call }: WrittenRecord): void {
    this.#journal.count("forgotten");
    if (call !== undefined) this.#forgotten.add(call);
  }

  #rolledBack(who: string, token: number): void {
    if (this.#forgotten.size > 0) this.#journal.count("rolledBack");
    else
      this.#journal.violate(who, `token ${token} was said to be rolled back, and the store had lost nothing`);
  }

  /** After the run: whoever was told that another holds the lease must not have got it by that very call. */
  finish(): void {
    for (const { call, token } of this.#landings) {
      if (call === undefined || !this.#contended.has(call) || this.#granted.has(call)) continue;
      // An operator may have freed it between its landing and the read that settles it.
      if (!this.#landings.some((landing) => landing.token === token && landing.state === "free")) {
        this.#journal.violate(
          call,
          `was told that somebody else holds it, while its own token ${token} had landed`,
        );
        return;
      }
    }
  }
}

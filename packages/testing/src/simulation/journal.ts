/**
 * What happened in a run, and which of it breaks a promise. The journal sees both sides: what the store accepted, and
 * what each process believed. A violation is a sentence.
 */
import type { LeaseLostError, ReleaseOutcome } from "@fencepost/core";

/** A write of a lease record that the store took. */
export interface Landing {
  readonly atMs: number;
  readonly token: number;
  readonly state: "held" | "free";
  readonly call: string | undefined;
}

/** How often each thing happened in a run: a tame run proves little. */
export interface Counts {
  requests: number;
  grants: number;
  takeOvers: number;
  renewals: number;
  lostRequests: number;
  lostAnswers: number;
  lateLandings: number;
  repeats: number;
  longPauses: number;
  crashes: number;
  clockSteps: number;
  losses: number;
  forced: number;
  deletions: number;
  unknownOutcomes: number;
}

export class Journal {
  readonly counts: Counts = {
    requests: 0,
    grants: 0,
    takeOvers: 0,
    renewals: 0,
    lostRequests: 0,
    lostAnswers: 0,
    lateLandings: 0,
    repeats: 0,
    longPauses: 0,
    crashes: 0,
    clockSteps: 0,
    losses: 0,
    forced: 0,
    deletions: 0,
    unknownOutcomes: 0,
  };
  readonly violations: string[] = [];
  readonly lines: { readonly atMs: number; readonly who: string; readonly what: string }[] = [];
  readonly #now: () => number;
  readonly #keepLines: boolean;
  readonly #landings: Landing[] = [];
  readonly #granted = new Set<string>();
  readonly #contended = new Set<string>();
  #highestGranted = 0;

  constructor(now: () => number, keepLines: boolean) {
    this.#now = now;
    this.#keepLines = keepLines;
  }

  get lastLandingMs(): number {
    return this.#landings.at(-1)?.atMs ?? 0;
  }

  say(who: string, what: string): void {
    if (this.#keepLines) this.lines.push({ atMs: this.#now(), who, what });
  }

  violate(who: string, what: string): void {
    this.violations.push(what);
    this.say(who, `VIOLATION: ${what}`);
  }

  landed(landing: Omit<Landing, "atMs">): void {
    const last = this.#landings.at(-1);
    if (last && landing.token < last.token) {
      this.violate("store", `token ${landing.token} landed after ${last.token}`);
    }
    if (last?.state === "held" && landing.token > last.token) this.counts.takeOvers += 1;
    if (last?.token === landing.token && landing.state === "held") this.counts.renewals += 1;
    this.#landings.push({ ...landing, atMs: this.#now() });
    this.say("store", `${landing.state} token ${landing.token}${landing.call ? ` (${landing.call})` : ""}`);
  }

  granted(who: string, call: string, token: number): void {
    this.counts.grants += 1;
    this.#granted.add(call);
    this.say(who, `granted token ${token} (${call})`);
    if (token <= this.#highestGranted) {
      this.violate(who, `token ${token} was granted after ${this.#highestGranted}`);
    }
    this.#highestGranted = Math.max(this.#highestGranted, token);
    if (!this.#landings.some((landing) => landing.token === token && landing.call === call)) {
      this.violate(who, `token ${token} was granted, and its write never landed`);
    }
  }

  /** @param atOnce whoever waits may have written, heard nothing, and been contended in a later round */
  contended(who: string, call: string, atOnce: boolean): void {
    if (atOnce) this.#contended.add(call);
    this.say(who, `contended (${call})`);
  }

  /** The holder was sure of its lease at this very moment. */
  worked(who: string, token: number): void {
    const newest = this.#landings.at(-1);
    if (newest && newest.token > token) {
      this.violate(who, `worked under token ${token} while token ${newest.token} stood in the store`);
    }
    if (token < this.#highestGranted) {
      this.violate(who, `worked under token ${token} after token ${this.#highestGranted} was granted`);
    }
  }

  released(who: string, token: number, outcome: ReleaseOutcome): void {
    this.say(who, `release of token ${token}: ${outcome}`);
    if (outcome !== "released") return;
    const from = this.#landings.findIndex((landing) => landing.token === token);
    const freed = this.#landings.findIndex((landing) => landing.token === token && landing.state === "free");
    const between = this.#landings.slice(from, freed + 1);
    if (freed < 0) this.violate(who, `token ${token} was said to be released, and no such write landed`);
    else if (between.some((landing) => landing.token !== token)) {
      this.violate(who, `token ${token} was said to be released, and somebody was in between`);
    }
  }

  /** The reason that a loss gives must be true. */
  lost(who: string, token: number, error: LeaseLostError): void {
    this.counts.losses += 1;
    this.say(who, `lost token ${token}: ${error.reason}`);
    const newer = this.#landings.some((landing) => landing.token > token);
    if (error.reason === "superseded" && !newer) {
      this.violate(who, `token ${token} was said to be superseded, and no newer token had landed`);
    }
    if (error.reason === "rolled-back") this.violate(who, `token ${token} was said to be rolled back`);
    if (error.reason === "deleted" && this.counts.deletions === 0) {
      this.violate(who, `token ${token} was said to be deleted, and nobody had deleted anything`);
    }
    if (error.reason === "released" && this.counts.forced === 0) {
      this.violate(who, `token ${token} was said to be freed by force, and nobody had done so`);
    }
  }

  /** After the run: whoever was told that another holds the lease must not have got it by that very call. */
  finish(): void {
    for (const { call, token } of this.#landings) {
      if (call === undefined || !this.#contended.has(call) || this.#granted.has(call)) continue;
      // An operator may have freed it between its landing and the read that settles it.
      if (!this.#landings.some((landing) => landing.token === token && landing.state === "free")) {
        this.violate(call, `was told that somebody else holds it, while its own token ${token} had landed`);
        return;
      }
    }
  }

  /** A number that differs if anything that the store took differs. */
  fingerprint(): number {
    let mixed = 17;
    for (const { atMs, token, state } of this.#landings) {
      mixed = Math.imul(mixed ^ Math.round(atMs * 1_000) ^ token ^ (state === "held" ? 1 : 2), 0x01000193);
    }
    return mixed >>> 0;
  }
}

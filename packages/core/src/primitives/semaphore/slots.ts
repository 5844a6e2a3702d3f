/** The slots that one call has taken so far, and what it has seen of those that others have. */
import { semaphoreName } from "../../base/keys.ts";
import { type Ask, askOf } from "../../lease/ask.ts";
import { attempt } from "../../lease/attempt.ts";
import { Bundle } from "../../lease/bundle.ts";
import type { Contender } from "../../lease/contender.ts";
import { type Holding, hold } from "../../lease/hold.ts";
import { HeldLease } from "../../lease/lease.ts";
import type { Contention } from "../../lease/look.ts";
import type { LeaseOptions } from "../../lease/options.ts";
import { watch } from "../../lease/term.ts";
import type { LeaseRecord } from "../../record/lease-record.ts";
import type { Seat } from "./seat.ts";

/** Somebody else's slot, and when it may be free on our own clock. */
interface Taken {
  readonly contention: Contention<LeaseRecord>;
  readonly freeAtMs: number;
}

export class Slots {
  readonly #contender: Contender;
  readonly #key: string;
  readonly #options: LeaseOptions;
  readonly #waitMs: number;
  readonly #held = new Map<number, Holding>();
  readonly #taken = new Map<number, Taken>();
  readonly #asks = new Map<number, Ask>();

  constructor({ contender, key }: Seat, options: LeaseOptions, waitMs: number) {
    this.#contender = contender;
    this.#key = key;
    this.#options = options;
    this.#waitMs = waitMs;
  }

  /** By their numbers. What was lost meanwhile is none. */
  get held(): ReadonlyMap<number, Holding> {
    for (const [slot, holding] of this.#held) {
      holding.term.check();
      if (holding.term.lost) this.#giveBack(slot, holding);
    }
    return this.#held;
  }

  /** One of those who have what we want: whoever is seen to be the first to run out. */
  get inTheWay(): Contention<LeaseRecord> | undefined {
    const [first] = [...this.#taken.values()].toSorted((one, other) => one.freeAtMs - other.freeAtMs);
    return first?.contention;
  }

  /** Milliseconds until one of them may have run out. */
  get nextFreeInMs(): number {
    const nowMs = this.#contender.access.clock.monotonicMs();
    return Math.min(...[...this.#taken.values()].map(({ freeAtMs }) => freeAtMs - nowMs));
  }

  /** Tries each slot once until there are as many as wanted. Errors as of an attempt on a lease. */
  async take(wanted: number, permits: number): Promise<void> {
    for (const slot of this.#inOrder(permits)) {
      if (this.held.size >= wanted) return;
      if (!this.#held.has(slot)) await this.#try(slot);
    }
  }

  /** Closed ones are no permits, whoever has them. */
  dropFrom(permits: number): void {
    const isClosed = (slot: number): boolean => slot >= permits;
    for (const [slot, holding] of this.#held) if (isClosed(slot)) this.#giveBack(slot, holding);
    for (const slot of this.#taken.keys()) if (isClosed(slot)) this.#taken.delete(slot);
  }

  dropAll(): void {
    this.dropFrom(0);
  }

  async #try(slot: number): Promise<void> {
    const ask = this.#asks.get(slot) ?? (await this.#ask(slot));
    const { clock } = this.#contender.access;
    const sinceMs = clock.monotonicMs();
    const before = this.#taken.get(slot);
    // When it may have run out "unchanged" will not do: the judgement needs the whole answer.
    const unless = before && before.freeAtMs > sinceMs ? before.contention : undefined;
    const answer = await attempt(this.#contender, ask, unless);
    if (answer.kind === "granted") {
      this.#taken.delete(slot);
      this.#held.set(slot, hold(this.#contender, ask, answer, sinceMs));
    } else {
      this.#taken.set(slot, { contention: answer, freeAtMs: clock.monotonicMs() + answer.expiresInMs });
    }
  }

  async #ask(slot: number): Promise<Ask> {
    const asked = { noun: `slot ${slot} of the semaphore`, key: this.#key, nameOf: nameOf(slot) };
    const ask = await askOf(this.#contender, asked, this.#options, this.#waitMs);
    // The work has not begun while the rest is collected.
    const collecting: Ask = { ...ask, timing: { ...ask.timing, workTimeoutMs: undefined } };
    this.#asks.set(slot, collecting);
    return collecting;
  }

  /** All that are held, as one: from now on the work's own time runs. */
  enter(): Bundle {
    const { workTimeoutMs } = this.#options;
    for (const { term, clock } of this.#held.values()) {
      term.limitWork(workTimeoutMs);
      if (workTimeoutMs !== undefined) void watch(term, clock);
    }
    return new Bundle([...this.#held.values()]);
  }

  /** What this process had last costs no read; the rest from anywhere, so that not all meet at the first. */
  #inOrder(permits: number): readonly number[] {
    const { access, freed } = this.#contender;
    const from = Math.floor(access.random.unit() * permits);
    const all = Array.from({ length: permits }, (_, at) => (from + at) % permits);
    const isWarm = (slot: number): boolean => freed.get(nameOf(slot)(this.#key)) !== undefined;
    return [...all.filter(isWarm), ...all.filter((slot) => !isWarm(slot))];
  }

  /** Nobody waits for it; this process asks for that slot again only when it is settled. */
  #giveBack(slot: number, holding: Holding): void {
    this.#held.delete(slot);
    this.#contender.givingBack.add(nameOf(slot)(this.#key), new HeldLease(holding).release());
  }
}

const nameOf =
  (slot: number) =>
  (key: string): string =>
    semaphoreName(key, slot);

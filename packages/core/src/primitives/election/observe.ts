/** Looking at who leads, with no part in the election: nothing here writes. */
import { deadlineAfter } from "../../base/deadline.ts";
import type { FencingToken } from "../../base/token.ts";
import { judge } from "../../lease/judge.ts";
import { type Contention, look } from "../../lease/look.ts";
import { StoreClock } from "../../lease/store-clock.ts";
import { type LeaseRecord, leaseFormat } from "../../record/lease-record.ts";
import type { Known, Wanted } from "../../record/poller.ts";
import { readRecord, type Sighting } from "../../record/read.ts";
import type { Seat } from "./seat.ts";

/** Who leads, and what it shows. */
export interface Leader<T> {
  /** The label of its process, for people. */
  readonly holder: string;
  /** Its term. */
  readonly token: FencingToken;
  readonly value: T;
}

/** As many as {@link readRecord} sends at most. */
const requestsMost = 3;

/** Errors as of `election.leader`. */
export async function whoLeads<T>(
  seat: Seat<T>,
  signal: AbortSignal | undefined,
): Promise<Leader<T> | undefined> {
  const { access } = seat.contender;
  const deadline = deadlineAfter(access.clock, requestsMost * seat.place.requestTimeoutMs);
  const seen = await readRecord(access, seat.place, leaseFormat, { deadline, signal });
  const { leader } = new Watch(seat).see(seen);
  return leader && leaderOf(seat, leader);
}

/** Ends when the signal aborts, and when its consumer leaves. */
export async function* observe<T>(
  seat: Seat<T>,
  pollMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Leader<T> | undefined, void, undefined> {
  const { pollers, place } = seat;
  const poller = pollers.join(place, leaseFormat);
  const watch = new Watch(seat);
  let known: Known;
  let anyhowAtMs: number | undefined;
  let told: string | undefined;
  try {
    while (!signal?.aborted) {
      const wanted: Wanted = { known, pollMs, anyhowAtMs };
      const seen = await poller.next(wanted, signal);
      known = { version: seen.kind === "present" ? seen.version : undefined };
      const { leader, looksAgainAtMs } = watch.see(seen);
      anyhowAtMs = looksAgainAtMs;
      const now = JSON.stringify(leader ? [leader.token, leader.value] : []);
      if (now === told) continue;
      told = now;
      yield leader && (await leaderOf(seat, leader));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    pollers.leave(place);
  }
}

async function leaderOf<T>({ values, place }: Seat<T>, record: LeaseRecord): Promise<Leader<T>> {
  const { holder, token, value } = record;
  return { holder, token, value: await values.decode(value, place.key) };
}

/** One who looks, and what it has seen of the store's clock. */
class Watch<T> {
  readonly #seat: Seat<T>;
  readonly #storeClock = new StoreClock();
  #before: (Contention<LeaseRecord> & { readonly deadAtMs: number }) | undefined;
  #hasWarned = false;

  constructor(seat: Seat<T>) {
    this.#seat = seat;
  }

  /** Who leads by now, and when the same state could mean that nobody does any more, on our monotonic clock. */
  see(seen: Sighting<LeaseRecord>): {
    readonly leader: LeaseRecord | undefined;
    readonly looksAgainAtMs: number | undefined;
  } {
    const { contender, place, view } = this.#seat;
    if (seen.kind === "absent") return { leader: view.see(undefined, false), looksAgainAtMs: undefined };
    if (view.isBehind(seen.record)) this.#warn(seen.record);
    // When it may be dead the answer was a whole one, and is judged by itself.
    const before = this.#before && this.#before.deadAtMs > seen.sentAtMs ? this.#before : undefined;
    const held = look(contender, { place, storeClock: this.#storeClock, judge }, seen, before);
    const deadAtMs = seen.answeredAtMs + Math.max(held?.expiresInMs ?? 0, 1);
    this.#before = held && { ...held, deadAtMs };
    return {
      leader: view.see(seen.record, held !== undefined),
      looksAgainAtMs: held && seen.record.state === "held" ? deadAtMs : undefined,
    };
  }

  #warn({ token }: LeaseRecord): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { contender, place } = this.#seat;
    contender.access.onEvent({
      type: "store.warning",
      key: place.key,
      message:
        `the election shows term ${token}, or an earlier state of it, after a later one was seen; it is not told. ` +
        "If its record was deleted or restored from an older copy, campaign with tokenAbove the last term",
    });
  }
}

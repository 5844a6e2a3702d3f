/**
 * One poller for each record of a process, however many watch it. It asks while somebody waits for news, and stops when
 * nobody does: a watcher that was forgotten asks for nothing and keeps nothing alive.
 */
import { atMost, noLongerNeeded, unlessAborted } from "../base/abort.ts";
import { deadlineAfter } from "../base/deadline.ts";
import { isCoordinationError, messageOf } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import { jittered } from "../base/random.ts";
import type { Version } from "../store/store.ts";
import type { RecordPlace, StoreAccess } from "./access.ts";
import type { RecordFormat, StoredRecord } from "./format.ts";
import { readRecord, type Sighting } from "./read.ts";

/** What a watcher has seen; `undefined`: nothing yet. */
export type Known = { readonly version: Version | undefined } | undefined;

/** What one watcher waits for. */
export interface Wanted {
  readonly known: Known;
  readonly pollMs: number;
  /** From then on our monotonic clock it is told in any case, and by a whole answer: the same state may mean something else. */
  readonly anyhowAtMs?: number | undefined;
}

interface Waiter<R> extends Wanted {
  readonly tell: (seen: Sighting<R>) => void;
  readonly fail: (error: unknown) => void;
}

/** As many as one read sends at most. */
const requestsMost = 3;
const longestPauseMs = 60_000;

export class Poller<R extends StoredRecord> {
  readonly #access: StoreAccess;
  readonly #place: RecordPlace;
  readonly #format: RecordFormat<R>;
  readonly #waiters = new Set<Waiter<R>>();
  #latest: Sighting<R> | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** By how much the next pause is longer or shorter than it was asked for: by chance, so that processes spread. */
  #spread = 1;
  /** Reads without an answer, in a row. */
  #failures = 0;
  #isRunning = false;
  #asking = new AbortController();
  #wake: () => void = () => {};

  constructor(access: StoreAccess, place: RecordPlace, format: RecordFormat<R>) {
    this.#access = access;
    this.#place = place;
    this.#format = format;
  }

  /** Resolves with the newest state once it is another one than `known`. @throws the signal's own reason. */
  async next(wanted: Wanted, signal: AbortSignal | undefined): Promise<Sighting<R>> {
    signal?.throwIfAborted();
    if (this.#latest && wanted.known && isNews(this.#latest, wanted.known)) return this.#latest;
    let mine: Waiter<R> | undefined;
    const told = new Promise<Sighting<R>>((tell, fail) => {
      mine = { ...wanted, tell, fail };
      this.#waiters.add(mine);
    });
    if (this.#isRunning) this.#wake();
    else void this.#run();
    try {
      return await unlessAborted(signal, () => told);
    } finally {
      this.#waiters.delete(mine as Waiter<R>);
      if (this.#waiters.size === 0) {
        this.#asking.abort(noLongerNeeded);
        this.#wake();
      }
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiters.size > 0) {
      const pauseMs = this.#pauseMs();
      if (pauseMs > 0) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        // Less than a timer's millisecond may be rounded away, and would be slept again and again.
        await atMost(this.#access.clock, Math.max(pauseMs, 1), undefined, woken);
      } else {
        await this.#ask();
      }
    }
    this.#isRunning = false;
  }

  /** Whoever has seen nothing yet is told at once, unless the store is down. */
  #pauseMs(): number {
    const waiters = [...this.#waiters];
    if (this.#failures === 0 && waiters.some(({ known }) => known === undefined)) return 0;
    const pollMs = Math.min(...waiters.map((waiter) => waiter.pollMs));
    const everyMs = Math.min(pollMs * 2 ** this.#failures, Math.max(longestPauseMs, pollMs));
    const dueAtMs = this.#askedAtMs + everyMs * this.#spread;
    // While the store is down nobody is asked for more often.
    const anyhowAtMs = this.#failures > 0 ? [] : waiters.map((waiter) => waiter.anyhowAtMs ?? dueAtMs);
    return Math.min(dueAtMs, ...anyhowAtMs) - this.#access.clock.monotonicMs();
  }

  async #ask(): Promise<void> {
    const { clock, random } = this.#access;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const isDue = ({ anyhowAtMs }: Wanted): boolean =>
      anyhowAtMs !== undefined && anyhowAtMs <= clock.monotonicMs();
    const due = new Set([...this.#waiters].filter(isDue));
    const latest = this.#latest?.kind === "present" ? this.#latest : undefined;
    const unless = due.size > 0 ? undefined : latest;
    try {
      const deadline = deadlineAfter(clock, requestsMost * this.#place.requestTimeoutMs);
      const seen = await readRecord(this.#access, this.#place, this.#format, { deadline, signal, unless });
      if (this.#failures > 0) this.#say("the store answers again");
      this.#failures = 0;
      this.#latest = seen;
      for (const waiter of [...this.#waiters]) {
        if (!waiter.known || due.has(waiter) || isNews(seen, waiter.known))
          this.#let(waiter, () => waiter.tell(seen));
      }
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
    this.#askedAtMs = clock.monotonicMs();
    this.#spread = jittered(1, random);
  }

  /** A store that is down is waited for. Anything else is not going to pass by itself. */
  #failed(error: unknown): void {
    if (isCoordinationError(error, "unavailable")) {
      this.#failures += 1;
      if (this.#failures === 1)
        this.#say(`${messageOf(error)}; asked again ever more seldom, at least every minute or so`);
      return;
    }
    for (const waiter of [...this.#waiters]) this.#let(waiter, () => waiter.fail(error));
  }

  #let(waiter: Waiter<R>, go: () => void): void {
    this.#waiters.delete(waiter);
    go();
  }

  #say(what: string): void {
    const { key } = this.#place;
    this.#access.onEvent({ type: "store.warning", key, message: `watching "${printable(key)}": ${what}` });
  }
}

function isNews(seen: Sighting<StoredRecord>, known: NonNullable<Known>): boolean {
  return (seen.kind === "present" ? seen.version : undefined) !== known.version;
}

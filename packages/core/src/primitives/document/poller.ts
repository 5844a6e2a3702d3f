/**
 * One poller for each document of a process, however many watch it. It asks while somebody waits for news, and stops when
 * nobody does: a watcher that was forgotten asks for nothing and keeps nothing alive.
 */
import { atMost, noLongerNeeded, unlessAborted } from "../../base/abort.ts";
import { deadlineAfter } from "../../base/deadline.ts";
import { isCoordinationError, messageOf } from "../../base/errors.ts";
import { printable } from "../../base/keys.ts";
import { jittered } from "../../base/random.ts";
import type { RecordPlace, StoreAccess } from "../../record/access.ts";
import { type DocumentRecord, documentFormat } from "../../record/document-record.ts";
import { readRecord, type Sighting } from "../../record/read.ts";
import type { Version } from "../../store/store.ts";

/** What a watcher has seen; `undefined`: nothing yet. */
export type Known = { readonly version: Version | undefined } | undefined;

interface Waiter {
  readonly known: Known;
  readonly pollMs: number;
  readonly tell: (seen: Sighting<DocumentRecord>) => void;
  readonly fail: (error: unknown) => void;
}

/** As many as one read sends at most. */
const requestsMost = 3;
const longestPauseMs = 60_000;

export class Poller {
  readonly #access: StoreAccess;
  readonly #place: RecordPlace;
  readonly #waiters = new Set<Waiter>();
  #latest: Sighting<DocumentRecord> | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** By how much the next pause is longer or shorter than it was asked for: by chance, so that processes spread. */
  #spread = 1;
  /** Reads without an answer, in a row. */
  #failures = 0;
  #isRunning = false;
  #asking = new AbortController();
  #wake: () => void = () => {};

  constructor(access: StoreAccess, place: RecordPlace) {
    this.#access = access;
    this.#place = place;
  }

  /** Resolves with the newest state once it is another one than `known`. @throws the signal's own reason. */
  async next(
    known: Known,
    pollMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Sighting<DocumentRecord>> {
    signal?.throwIfAborted();
    if (this.#latest && known && isNews(this.#latest, known)) return this.#latest;
    let mine: Waiter | undefined;
    const told = new Promise<Sighting<DocumentRecord>>((tell, fail) => {
      mine = { known, pollMs, tell, fail };
      this.#waiters.add(mine);
    });
    if (this.#isRunning) this.#wake();
    else void this.#run();
    try {
      return await unlessAborted(signal, () => told);
    } finally {
      this.#waiters.delete(mine as Waiter);
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
        await atMost(this.#access.clock, pauseMs, undefined, woken);
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
    return this.#askedAtMs + everyMs * this.#spread - this.#access.clock.monotonicMs();
  }

  async #ask(): Promise<void> {
    const { clock, random } = this.#access;
    this.#asking = new AbortController();
    const unless = this.#latest?.kind === "present" ? this.#latest : undefined;
    const { signal } = this.#asking;
    try {
      const deadline = deadlineAfter(clock, requestsMost * this.#place.requestTimeoutMs);
      const seen = await readRecord(this.#access, this.#place, documentFormat, { deadline, signal, unless });
      if (this.#failures > 0) this.#say("the store answers again");
      this.#failures = 0;
      this.#latest = seen;
      for (const waiter of [...this.#waiters]) {
        if (!waiter.known || isNews(seen, waiter.known)) this.#let(waiter, () => waiter.tell(seen));
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

  #let(waiter: Waiter, go: () => void): void {
    this.#waiters.delete(waiter);
    go();
  }

  #say(what: string): void {
    const { key } = this.#place;
    this.#access.onEvent({ type: "store.warning", key, message: `watching "${printable(key)}": ${what}` });
  }
}

function isNews(seen: Sighting<DocumentRecord>, known: NonNullable<Known>): boolean {
  return (seen.kind === "present" ? seen.version : undefined) !== known.version;
}

/**
 * Waiters for one key in one process: first come, first served, and only the first one polls the store
 * (protocol, section 5).
 */
import { atMost } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";

/** Where one waiter stands. */
export interface PlaceInLine {
  /** Resolves when everybody who came before has left. */
  readonly turn: Promise<void>;
  /** Sleeps for `ms`, or until this process frees the key: then it is worth looking at once. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
  leave(): void;
}

interface Waiter {
  readonly begin: () => void;
  wake: () => void;
}

export class Lines {
  readonly #clock: Clock;
  readonly #lines = new Map<string, Waiter[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enter(key: string): PlaceInLine {
    let begin = (): void => {};
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiter: Waiter = { begin, wake: () => {} };
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    line.push(waiter);
    if (line.length === 1) begin();
    return {
      turn,
      pause: (ms, signal) => this.#pause(waiter, ms, signal),
      leave: () => this.#leave(key, line, waiter),
    };
  }

  isAnybodyIn(key: string): boolean {
    return this.#lines.has(key);
  }

  /** The key was freed by this process: whoever is first need not wait for the next poll. */
  wake(key: string): void {
    this.#lines.get(key)?.[0]?.wake();
  }

  async #pause(waiter: Waiter, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      waiter.wake = resolve;
    });
    await atMost(this.#clock, ms, signal, woken);
  }

  #leave(key: string, line: Waiter[], waiter: Waiter): void {
    const at = line.indexOf(waiter);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    else if (at === 0) line[0]?.begin();
  }
}

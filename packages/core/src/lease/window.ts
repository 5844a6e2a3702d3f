/**
 * How long a holder trusts its last write. Counted from just before the first attempt of that write, never from its
 * answer, and on the pessimistic sum of two clocks (protocol, section 4).
 */
import type { Clock } from "../base/clock.ts";
import type { Deadline } from "../base/deadline.ts";

/** Pieces are at least this long: a wall clock tells whole milliseconds, and rounding up each look would run fast. */
const pieceLeastMs = 250;

/**
 * Time that may have passed for others, summed in pieces: of each the longest that either clock has shown, as a
 * monotonic clock may stand still while the machine sleeps, and a wall clock may step back.
 */
export class Progress {
  readonly #clock: Clock;
  #monotonicMs: number;
  #wallMs: number;
  #pieceMs = 0;
  #passedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#monotonicMs = clock.monotonicMs();
    this.#wallMs = clock.wallMs();
  }

  /** Looks at both clocks. Never less than it was. */
  nowMs(): number {
    const monotonicMs = this.#clock.monotonicMs();
    const wallMs = this.#clock.wallMs();
    this.#pieceMs = Math.max(this.#pieceMs, monotonicMs - this.#monotonicMs, wallMs - this.#wallMs);
    if (this.#pieceMs >= pieceLeastMs || wallMs < this.#wallMs) {
      this.#passedMs += this.#pieceMs;
      this.#pieceMs = 0;
      this.#monotonicMs = monotonicMs;
      this.#wallMs = wallMs;
    }
    return this.#passedMs + this.#pieceMs;
  }
}

export class Window implements Deadline {
  readonly #progress: Progress;
  readonly #lengthMs: number;
  #openedAtMs: number;

  /** @param openedAtMs progress from just before the write that opens it was first sent */
  constructor(progress: Progress, lengthMs: number, openedAtMs: number) {
    this.#progress = progress;
    this.#lengthMs = lengthMs;
    this.#openedAtMs = openedAtMs;
  }

  /** Negative by how long it has been closed. */
  remainingMs(): number {
    return this.#openedAtMs + this.#lengthMs - this.#progress.nowMs();
  }

  /** Progress just before the last good write was first sent. */
  get openedAtMs(): number {
    return this.#openedAtMs;
  }

  /** After a renewal. A window never shrinks. */
  reopen(openedAtMs: number): void {
    this.#openedAtMs = Math.max(this.#openedAtMs, openedAtMs);
  }
}

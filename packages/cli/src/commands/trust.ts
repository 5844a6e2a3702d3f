/** Until when a lease can be trusted, as its renewals tell; a loss that is noticed late has already used up time. */
export class Trust {
  #endsAtMs = Number.POSITIVE_INFINITY;

  /** After the grant and after each renewal. */
  extend(remainingMs: number): void {
    this.#endsAtMs = performance.now() + remainingMs;
  }

  /** How long ago it ended; 0 before. */
  overdueMs(): number {
    return Math.max(performance.now() - this.#endsAtMs, 0);
  }
}

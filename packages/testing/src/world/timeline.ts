/** Virtual time: nothing waits, and everything that falls due runs in one order. */

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

export class Timeline {
  #nowMs = 0;
  #order = 0;
  /** A binary heap: the earliest first, and of those due at once the one that was asked for first. */
  readonly #heap: Due[] = [];

  /** Milliseconds of true time since the beginning. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs `run` when the time has come, unless the function that is given back was called before. */
  at(atMs: number, run: () => void): () => void {
    const due: Due = { atMs: Math.max(atMs, this.#nowMs), order: this.#order++, run, cancelled: false };
    this.#push(due);
    return () => {
      due.cancelled = true;
    };
  }

  /** Moves time, and lets every promise settle after each thing that fell due. Gives back how many did. */
  async advance(ms: number): Promise<number> {
    const untilMs = this.#nowMs + ms;
    let ran = 0;
    await settled();
    for (let next = this.#heap[0]; next && next.atMs <= untilMs; next = this.#heap[0]) {
      this.#pop();
      if (next.cancelled) continue;
      this.#nowMs = next.atMs;
      next.run();
      ran += 1;
      await settled();
    }
    this.#nowMs = untilMs;
    return ran;
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent] as Due)) break;
      heap[at] = heap[parent] as Due;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right && isBefore(right, heap[child] as Due)) child += 1;
      if (!isBefore(heap[child] as Due, last)) break;
      heap[at] = heap[child] as Due;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

/** A turn of the event loop comes after every promise that can settle by itself. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

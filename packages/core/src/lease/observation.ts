/** What one process has seen of foreign leases: since when each stands unchanged, on its own monotonic clock. */
import { BoundedMap } from "../base/bounded-map.ts";
import type { Version } from "../store/store.ts";

/** What an answer showed, and between which moments on our monotonic clock the store gave it. */
export interface SeenVersion {
  readonly version: Version;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

interface Seen {
  readonly version: Version;
  readonly firstAnsweredAtMs: number;
}

const keysMost = 1_000;

export class Observations {
  readonly #seen = new BoundedMap<Seen>(keysMost);

  /**
   * Takes note of what was seen under a record's name. For how long that version has been seen: from after the first
   * answer to before the last request.
   */
  unchangedForMs(name: string, { version, sentAtMs, answeredAtMs }: SeenVersion): number {
    const remembered = this.#seen.get(name);
    const before = remembered?.version === version ? remembered : undefined;
    const firstAnsweredAtMs = before?.firstAnsweredAtMs ?? answeredAtMs;
    this.#seen.set(name, { version, firstAnsweredAtMs });
    return Math.max(sentAtMs - firstAnsweredAtMs, 0);
  }
}

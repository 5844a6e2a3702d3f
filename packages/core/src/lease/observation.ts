/** What one process has seen of foreign leases: since when each stands unchanged, on its own monotonic clock. */
import { BoundedMap } from "../base/bounded-map.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { Version } from "../store/store.ts";

interface Seen {
  readonly version: Version;
  readonly firstAnsweredAtMs: number;
}

const keysMost = 1_000;

export class Observations {
  readonly #seen = new BoundedMap<Seen>(keysMost);

  /** Takes note of a sighting. For how long its version has been seen: from after the first answer to before the last request. */
  unchangedForMs(key: string, sighting: Sighting<LeaseRecord> & Present<LeaseRecord>): number {
    const { version, sentAtMs, answeredAtMs } = sighting;
    const remembered = this.#seen.get(key);
    const before = remembered?.version === version ? remembered : undefined;
    const firstAnsweredAtMs = before?.firstAnsweredAtMs ?? answeredAtMs;
    this.#seen.set(key, { version, firstAnsweredAtMs });
    return Math.max(sentAtMs - firstAnsweredAtMs, 0);
  }
}

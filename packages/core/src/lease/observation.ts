/** What one process has seen of foreign leases: since when each stands unchanged, and whether the store's clock runs true. */
import { BoundedMap } from "../base/bounded-map.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present, Sighting } from "../record/read.ts";
import type { StoreTimes, Version } from "../store/store.ts";
import { type Evidence, isEvidence } from "./judge.ts";
import { rateTolerance } from "./timing.ts";

interface Seen {
  readonly version: Version;
  readonly firstAnsweredAtMs: number;
  /** The first answer that dated anything, to compare the store's clock with ours. */
  readonly dated: { readonly storeMs: number; readonly answeredAtMs: number } | undefined;
}

const keysMost = 1_000;
/** The clocks of two front ends may be a second off each, in opposite directions. */
const frontEndsApartMs = 2_000;

export class Observations {
  readonly #seen = new BoundedMap<Seen>(keysMost);

  /** Takes note of a sighting and says what it proves together with earlier ones of the same version. */
  note(key: string, sighting: Sighting<LeaseRecord> & Present<LeaseRecord>): Evidence {
    const remembered = this.#seen.get(key);
    const before = remembered?.version === sighting.version ? remembered : undefined;
    const times = isEvidence(sighting.times) ? sighting.times : undefined;
    const dated = before?.dated ?? (times && { storeMs: times.nowMs, answeredAtMs: sighting.answeredAtMs });
    const firstAnsweredAtMs = before?.firstAnsweredAtMs ?? sighting.answeredAtMs;
    this.#seen.set(key, { version: sighting.version, firstAnsweredAtMs, dated });
    return {
      times: times && dated && runsApart(times, dated, sighting) ? undefined : times,
      unchangedForMs: Math.max(sighting.sentAtMs - firstAnsweredAtMs, 0),
    };
  }
}

/** Whether the store's clock has moved unlike our own monotonic one since the first dated answer. */
function runsApart(
  times: StoreTimes,
  dated: { readonly storeMs: number; readonly answeredAtMs: number },
  sighting: { readonly sentAtMs: number; readonly answeredAtMs: number },
): boolean {
  const oursMs = sighting.answeredAtMs - dated.answeredAtMs;
  const storesMs = times.nowMs - dated.storeMs;
  const roundTripMs = sighting.answeredAtMs - sighting.sentAtMs;
  const allowedMs = rateTolerance * oursMs + 2 * times.resolutionMs + frontEndsApartMs + roundTripMs;
  return Math.abs(storesMs - oursMs) > allowedMs;
}

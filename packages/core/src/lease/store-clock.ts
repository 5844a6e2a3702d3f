/**
 * Whether the store's clock runs as ours does, as far as one waiting call can tell (protocol, section 4). Not longer than
 * a call: between two of them this process may have stood still and its monotonic clock with it, as a function does
 * that is frozen between invocations, and that is not the store's fault.
 */
import type { StoreTimes, Version } from "../store/store.ts";
import { isEvidence } from "./judge.ts";
import type { SeenVersion } from "./observation.ts";
import { rateTolerance } from "./timing.ts";

/** The first answer that dated a version: what later ones are compared with. */
interface Dated {
  readonly version: Version;
  readonly storeMs: number;
  readonly answeredAtMs: number;
}

/** The clocks of two front ends may be a second off each, in opposite directions. */
const frontEndsApartMs = 2_000;

/** Why a lease is watched for its ttl, and not judged by its age. */
export type FallbackReason = "no-age" | "clocks-apart";

export class StoreClock {
  #first: Dated | undefined;
  readonly #told = new Set<FallbackReason>();

  /** What an answer says of time; `"apart"` if the store's clock has moved unlike our own monotonic one. */
  read(seen: SeenVersion & { readonly times: StoreTimes | undefined }): StoreTimes | "apart" | undefined {
    const { times, version, answeredAtMs } = seen;
    if (this.#first?.version !== version) this.#first = undefined;
    if (!isEvidence(times)) return undefined;
    this.#first ??= { version, storeMs: times.nowMs, answeredAtMs };
    return runsApart(times, this.#first, seen) ? "apart" : times;
  }

  /** Whether this reason has not been told yet: once a call is enough. */
  isNew(why: FallbackReason): boolean {
    if (this.#told.has(why)) return false;
    this.#told.add(why);
    return true;
  }
}

function runsApart(times: StoreTimes, first: Dated, { sentAtMs, answeredAtMs }: SeenVersion): boolean {
  const oursMs = answeredAtMs - first.answeredAtMs;
  const storesMs = times.nowMs - first.storeMs;
  const roundTripMs = answeredAtMs - sentAtMs;
  const allowedMs = rateTolerance * oursMs + 2 * times.resolutionMs + frontEndsApartMs + roundTripMs;
  return Math.abs(storesMs - oursMs) > allowedMs;
}

/** What one seed makes of a run: who takes part, whose clocks are wrong, and how bad the network is. */
import type { Random } from "@fencepost/core";
import type { ClockFaults } from "../world/process-clock.ts";
import { seededRandom } from "../world/seeded-random.ts";

/** A probability for each thing that can become of a request. */
export interface NetworkPlan {
  readonly slow: number;
  readonly lostRequest: number;
  readonly lostAnswer: number;
  /** It lands long after its caller was told that the connection is gone. */
  readonly lateLanding: number;
  /** A proxy sends it again, up to nine seconds later. */
  readonly repeated: number;
  readonly undecided: number;
  /** 503: of two such answers one has had its effect. */
  readonly failing: number;
  /** The answer tells no time, or comes from a cache. */
  readonly timeless: number;
  readonly outages: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** The clocks of one process, and how it judges expiry. */
export interface ProcessPlan extends ClockFaults {
  readonly expiry: "store-clock" | "observed";
}

/** Everything that a seed decides beforehand. */
export interface Plan {
  readonly seed: number;
  readonly versions: "unique" | "content-hash";
  readonly processes: readonly ProcessPlan[];
  readonly network: NetworkPlan;
  /** How far the clock of each front end of the store is from its true time. */
  readonly frontEndsMs: readonly number[];
  readonly storeRate: number;
  readonly ttlsMs: readonly number[];
  /** The longest pause between two asks of a process. Long ones leave the record quiet, so that it can be deleted. */
  readonly idleMs: number;
  /** So often somebody looks whether the record may be deleted. */
  readonly deletions: number;
  /** Pauses, crashes, steps of clocks, operators: so many a minute. */
  readonly disturbances: number;
  /** From then on nothing goes wrong any more, and somebody must be able to go on. */
  readonly faultsEndMs: number;
  readonly endMs: number;
}

/** A request that is late is at most this late: nobody's waits for ever. */
export const latestMs = 9_000;

/** The same seed gives the same plan. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed * 7 + 3);
  const harshness = random.unit() < 0.1 ? 0 : random.unit();
  const sparse = random.unit() < 0.15;
  const faultsEndMs = sparse ? between(random, 60_000, 120_000) : between(random, 10_000, 40_000);
  return {
    seed,
    versions: random.unit() < 0.5 ? "unique" : "content-hash",
    processes: Array.from({ length: 2 + Math.floor(random.unit() * 3) }, () => processPlan(random)),
    network: networkPlan(random, harshness, faultsEndMs),
    frontEndsMs: Array.from({ length: 1 + Math.floor(random.unit() * 3) }, () => between(random, -250, 250)),
    storeRate: between(random, 0.976, 1.024),
    idleMs: sparse ? 60_000 : 1_500,
    deletions: sparse ? 6 : 0,
    ttlsMs: random.unit() < 0.5 ? [3_000] : [3_000, 4_000, 6_000],
    disturbances: between(random, 0, 12),
    faultsEndMs,
    endMs: faultsEndMs + 10_000,
  };
}

function between(random: Random, least: number, most: number): number {
  return least + random.unit() * (most - least);
}

function processPlan(random: Random): ProcessPlan {
  const skewed = random.unit() < 0.5;
  return {
    expiry: random.unit() < 0.75 ? "store-clock" : "observed",
    rate: between(random, 0.976, 1.024),
    wallOffsetMs: skewed ? (random.unit() - 0.5) * 7_200_000 : 0,
  };
}

function networkPlan(random: Random, harshness: number, faultsEndMs: number): NetworkPlan {
  const some = (most: number): number => (random.unit() < 0.6 ? random.unit() * most * harshness : 0);
  const fromMs = random.unit() * faultsEndMs;
  return {
    slow: some(0.3),
    lostRequest: some(0.2),
    lostAnswer: some(0.25),
    lateLanding: some(0.2),
    repeated: some(0.3),
    undecided: some(0.2),
    failing: some(0.2),
    timeless: some(0.3),
    outages:
      random.unit() < 0.2 ? [{ fromMs, toMs: Math.min(fromMs + random.unit() * 8_000, faultsEndMs) }] : [],
  };
}

/** What one seed makes of a run: who takes part, whose clocks are wrong, and how bad the network is. */
import type { Random } from "@fencepost/core";
import type { ClockFaults } from "../../../world/process-clock.ts";
import { seededRandom } from "../../../world/seeded-random.ts";
import { type Family, families } from "./families.ts";
import type { Flaw, Trust } from "./flaw.ts";
import type { Habits } from "./habits.ts";

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
  readonly family: string;
  readonly versions: "unique" | "content-hash";
  readonly processes: readonly ProcessPlan[];
  readonly habits: Habits;
  readonly network: NetworkPlan;
  /** How far the clock of each front end of the store is from its true time. */
  readonly frontEndsMs: readonly number[];
  readonly storeRate: number;
  /** The store's clock is set forwards and back again in turns, by less than the margin for it. */
  readonly storeSteps: { readonly everyMs: number; readonly byMs: number };
  /** So often a program that lets records be deleted does it, if nobody has written for long. */
  readonly deletions: number;
  /** Pauses, crashes, steps of clocks, operators: so many a minute. */
  readonly disturbances: number;
  /** The line of one process to the store gets slow and then breaks: so many a minute. */
  readonly cutOffs: number;
  /** From then on nothing goes wrong any more, and somebody must be able to go on. */
  readonly faultsEndMs: number;
  readonly endMs: number;
  /** How the store is bad. Without it, what the protocol promises must hold. */
  readonly flaw?: Flaw | undefined;
  readonly trust: Trust;
}

/** A request that is late is at most this late: nobody's waits for ever. */
export const latestMs = 9_000;
/** Any two clocks of a run differ in rate by at most this, as the protocol assumes. */
const rateApart = 0.049;
/** Front ends of the store, and steps of its clock, stay within the margin of a second. */
const frontEndOffMs = 250;
const storeStepMs = 450;

/** The same seed gives the same plan. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed * 7 + 3);
  const family = familyOf(random);
  const harshness = random.unit() < 0.1 ? 0 : between(random, ...family.harshness);
  const faultsEndMs = between(random, ...family.faultsEndMs);
  const slowest = between(random, 1 - rateApart, 1);
  const fastest = slowest * (1 + rateApart);
  const isFast = random.unit() < 0.5;
  const rateOf = (at: number): number =>
    family.apart === "somewhat"
      ? between(random, slowest, fastest)
      : isFast === (at % 2 === 0)
        ? fastest
        : slowest;
  return {
    seed,
    family: family.name,
    versions: random.unit() < 0.5 ? "unique" : "content-hash",
    processes: several(random, family.processes, (at) => processPlan(random, family, rateOf(at))),
    habits: family.habits[Math.floor(random.unit() * family.habits.length)] as Habits,
    network: networkPlan(random, harshness, faultsEndMs),
    frontEndsMs: frontEnds(random, family),
    storeRate: rateOf(Math.floor(random.unit() * 2)),
    storeSteps: storeSteps(random, family),
    deletions: family.deletions,
    disturbances: between(random, ...family.disturbances),
    cutOffs: between(random, ...family.cutOffs),
    faultsEndMs,
    endMs: faultsEndMs + 10_000,
    trust: "known",
  };
}

function familyOf(random: Random): Family {
  const drawn = random.unit() * families.reduce((sum, { share }) => sum + share, 0);
  let reached = 0;
  const found = families.find(({ share }) => {
    reached += share;
    return drawn < reached;
  });
  return found ?? (families[0] as Family);
}

function between(random: Random, least: number, most: number): number {
  return least + random.unit() * (most - least);
}

function several<T>(random: Random, [least, most]: readonly [number, number], make: (at: number) => T): T[] {
  return Array.from({ length: least + Math.floor(random.unit() * (most - least + 1)) }, (_, at) => make(at));
}

function frontEnds(random: Random, { apart }: Family): number[] {
  if (apart === "utterly") return [-frontEndOffMs, frontEndOffMs];
  return several(random, [1, 3], () => between(random, -frontEndOffMs, frontEndOffMs));
}

function storeSteps(random: Random, { apart }: Family): Plan["storeSteps"] {
  if (apart === "utterly") return { everyMs: between(random, 2_000, 4_000), byMs: storeStepMs };
  const byMs = random.unit() < 0.3 ? between(random, -storeStepMs, storeStepMs) : 0;
  return { everyMs: between(random, 2_000, 30_000), byMs };
}

function processPlan(random: Random, { observers }: Family, rate: number): ProcessPlan {
  const skewed = random.unit() < 0.5;
  return {
    expiry: random.unit() < observers ? "observed" : "store-clock",
    rate,
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

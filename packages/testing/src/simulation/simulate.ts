/** One run of a seed: processes with clocks of their own, a bad network, and a journal of what the store and they saw. */
import { createCoordinator } from "@fencepost/core";
import { ProcessClock } from "../world/process-clock.ts";
import { seededRandom } from "../world/seeded-random.ts";
import { Timeline } from "../world/timeline.ts";
import { leaseKey, play } from "./actor.ts";
import { disturb, type Slot } from "./disturb.ts";
import { type Counts, Journal } from "./journal.ts";
import { type Plan, type ProcessPlan, planOf } from "./plan.ts";
import { SimulatedStore } from "./simulated-store.ts";

/** What came of one run. */
export interface SimulationReport {
  readonly seed: number;
  /** Requests and timers that fired. */
  readonly steps: number;
  readonly counts: Readonly<Counts>;
  readonly violations: readonly string[];
  /** Empty unless `lines` was asked for. */
  readonly lines: readonly { readonly atMs: number; readonly who: string; readonly what: string }[];
  /** Differs if the run differed in anything, to the last random number. */
  readonly fingerprint: string;
}

/** How to run a seed again. */
export interface SimulationOptions {
  /** Keep what happened, for {@link describeRun}. @default false */
  readonly lines?: boolean | undefined;
  /** Instead of what the seed makes of it: to shrink a run. */
  readonly plan?: Plan | undefined;
}

/** The last ask of a run must be granted within a ttl, the margins, and a few polls. */
const lastWaitMs = 15_000;

/** Runs a seed to its end. The same seed gives the same run, on every machine. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<SimulationReport> {
  const plan = options.plan ?? planOf(seed);
  const timeline = new Timeline();
  const random = seededRandom(seed);
  const journal = new Journal(() => timeline.nowMs, options.lines ?? false);
  const store = new SimulatedStore(timeline, plan, random, journal);
  let started = 0;
  const start = (faults: ProcessPlan): Slot => {
    started += 1;
    const clock = new ProcessClock(timeline, faults);
    const slot: Slot = {
      name: `p${started}`,
      clock,
      pausedMs: 0,
      pauses: 0,
      wallSetAtMs: Number.NEGATIVE_INFINITY,
    };
    const own = seededRandom(seed * 31 + started);
    const coordinator = createCoordinator(store.connect(clock), {
      holder: slot.name,
      expiry: faults.expiry,
      clock,
      random: own,
    });
    void play({
      name: slot.name,
      coordinator,
      clock,
      random: own,
      journal,
      ttlsMs: plan.ttlsMs,
      idleMs: plan.idleMs,
      isOver: () => timeline.nowMs > plan.faultsEndMs,
      pausedMs: () => slot.pausedMs,
      pauses: () => slot.pauses,
    });
    return slot;
  };
  const slots = plan.processes.map(start);
  disturb({ plan, timeline, random, journal, store, slots, start });
  let steps = await timeline.advance(plan.endMs);
  steps += await lastAsk(plan, timeline, journal, store);
  journal.finish();
  return {
    seed,
    steps: steps + journal.counts.requests,
    counts: journal.counts,
    violations: journal.violations,
    lines: journal.lines,
    fingerprint: `${journal.fingerprint().toString(16)} ${random.id()}`,
  };
}

/**
 * Liveness: when nothing goes wrong any more, somebody gets the lease within a bounded time. Not always who comes last:
 * between processes nobody promises a turn, and some have been waiting.
 */
async function lastAsk(
  plan: Plan,
  timeline: Timeline,
  journal: Journal,
  store: SimulatedStore,
): Promise<number> {
  const clock = new ProcessClock(timeline, {});
  const coordinator = createCoordinator(store.connect(clock), {
    holder: "last",
    clock,
    random: seededRandom(plan.seed + 1),
  });
  const grantsBefore = journal.counts.grants;
  let outcome: string | undefined;
  coordinator.acquire(leaseKey, { ttlMs: 3_000, waitMs: lastWaitMs, note: "last" }).then(
    (lease) => {
      outcome = "granted";
      journal.granted("last", "last", lease.token);
    },
    (error: unknown) => {
      outcome = String(error);
    },
  );
  let steps = 0;
  for (let waitedMs = 0; outcome === undefined && waitedMs < lastWaitMs + 5_000; waitedMs += 500) {
    steps += await timeline.advance(500);
  }
  if (journal.counts.grants === grantsBefore) {
    journal.violate("last", `nobody could go on after the faults: ${outcome ?? "no answer"}`);
  }
  return steps;
}

/** What goes wrong outside the network: processes stop and crash, clocks are set, operators and lifecycle rules act. */
import { createCoordinator, type FencingToken, type Random } from "@fencepost/core";
import { ProcessClock } from "../world/process-clock.ts";
import { seededRandom } from "../world/seeded-random.ts";
import type { Timeline } from "../world/timeline.ts";
import { leaseKey } from "./actor.ts";
import type { Journal } from "./journal.ts";
import { latestMs, type Plan, type ProcessPlan } from "./plan.ts";
import type { SimulatedStore } from "./simulated-store.ts";

/** What one process of a run is to whoever disturbs it. */
export interface Slot {
  readonly name: string;
  readonly clock: ProcessClock;
  pausedMs: number;
  pauses: number;
  wallSetAtMs: number;
}

export interface Stage {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly journal: Journal;
  readonly store: SimulatedStore;
  readonly slots: Slot[];
  readonly start: (faults: ProcessPlan) => Slot;
}

/**
 * A holder looks at its clocks this often at least. A wall clock that is set back and a monotonic one that stands still
 * between the same two looks are a case that nothing in a process could tell.
 */
const betweenLooksMs = 3_000;
const longPauseMs = 3_000;
const longestPauseMs = 14_000;
/**
 * A record may be deleted once no request of its lineage can be under way any more: a window of the longest ttl, in
 * which a create is repeated, and the latest landing.
 */
const quietMs = latestMs + 8_000;

export function disturb(stage: Stage): void {
  const { plan, timeline, random } = stage;
  const times = Math.round((plan.disturbances * plan.faultsEndMs) / 60_000);
  for (let time = 0; time < times; time++) {
    timeline.at(random.unit() * plan.faultsEndMs, () => {
      const at = Math.floor(random.unit() * stage.slots.length);
      kinds[Math.floor(random.unit() * kinds.length)]?.(stage, at);
    });
  }
  for (let time = 0; time < plan.deletions; time++) {
    timeline.at(random.unit() * plan.faultsEndMs, () => remove(stage));
  }
}

const kinds: readonly ((stage: Stage, at: number) => void)[] = [
  pause,
  pause,
  pause,
  crash,
  stepWall,
  force,
  remove,
];

function pause({ timeline, random, journal, slots, plan }: Stage, at: number): void {
  const slot = slots[at] as Slot;
  const forMs = Math.min(random.unit() * longestPauseMs, plan.faultsEndMs - timeline.nowMs);
  const setLately = timeline.nowMs - slot.wallSetAtMs < betweenLooksMs;
  const monotonicStoodStill = random.unit() < 0.4 && !setLately;
  if (slot.clock.isPaused) return;
  if (forMs >= longPauseMs) journal.counts.longPauses += 1;
  journal.say(
    slot.name,
    `paused for ${Math.round(forMs)} ms${monotonicStoodStill ? ", its monotonic clock, too" : ""}`,
  );
  slot.pauses += 1;
  slot.clock.pause();
  timeline.at(timeline.nowMs + forMs, () => {
    if (slots[at] !== slot) return;
    slot.pausedMs += monotonicStoodStill ? 0 : forMs * 1.02;
    journal.say(slot.name, "goes on");
    slot.clock.resume({ monotonicStoodStill });
  });
}

/** It never runs again, and another takes its place. */
function crash({ random, journal, slots, start, plan }: Stage, at: number): void {
  const slot = slots[at] as Slot;
  journal.counts.crashes += 1;
  journal.say(slot.name, "crashed");
  slot.clock.pause();
  const next = plan.processes[Math.floor(random.unit() * plan.processes.length)] as ProcessPlan;
  slots[at] = start(next);
}

function stepWall({ timeline, random, journal, slots }: Stage, at: number): void {
  const slot = slots[at] as Slot;
  const ms = (random.unit() - 0.5) * 2 * 60_000;
  // A monotonic clock that stood still and a wall clock that was set back meanwhile: nothing in a process could tell.
  if (slot.clock.isPaused) return;
  journal.counts.clockSteps += 1;
  journal.say(slot.name, `its wall clock is set by ${Math.round(ms)} ms`);
  slot.wallSetAtMs = timeline.nowMs;
  slot.clock.stepWall(ms);
}

/** An operator frees the grant that stands there, as a person would: by what `inspect` showed. */
function force({ timeline, random, journal, store }: Stage): void {
  const clock = new ProcessClock(timeline, {});
  const operator = createCoordinator(store.connect(clock), {
    holder: "operator",
    clock,
    random: seededRandom(Math.floor(random.unit() * 2 ** 31)),
  });
  const freeing = async (): Promise<void> => {
    const status = await operator.inspect(leaseKey);
    if (!("token" in status)) return;
    await clock.sleep(random.unit() * 1_000);
    journal.counts.forced += 1;
    journal.say("operator", `frees token ${status.token}`);
    await operator.forceRelease(leaseKey, status.token as FencingToken, { why: "simulated" });
  };
  freeing().catch((error: unknown) => journal.say("operator", String(error)));
}

/** A lifecycle rule, or a person who tidies up. */
function remove({ timeline, journal, store }: Stage): void {
  if (timeline.nowMs - journal.lastLandingMs < quietMs) return;
  void store.remove(`_fencepost/leases/${leaseKey}.json`).then((removed) => {
    if (!removed) return;
    journal.counts.deletions += 1;
    journal.say("lifecycle", "deletes the record");
  });
}

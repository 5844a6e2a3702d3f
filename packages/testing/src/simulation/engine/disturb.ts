/** What goes wrong outside the network: processes stop and crash, clocks are set, single lines break. */
import type { Random } from "@fencepost/core";
import type { Timeline } from "../../world/timeline.ts";
import type { Actor } from "./actor.ts";
import type { Journal } from "./journal.ts";
import type { Plan, ProcessPlan } from "./plan/plan.ts";

export interface Stage {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly journal: Journal;
  readonly actors: Actor[];
  readonly start: (faults: ProcessPlan) => Actor;
  readonly lastWriter: () => string | undefined;
  /** What the program adds. */
  readonly others: readonly (() => void)[];
}

const longPauseMs = 3_000;
const longestPauseMs = 14_000;
const longestStepMs = 60_000;

export function disturb(stage: Stage): void {
  const others = stage.others.map((other) => () => other());
  const kinds = [pause, pause, pause, crash, stepWall, ...others];
  nowAndThen(stage, stage.plan.disturbances, (at) => pick(stage.random, kinds)(stage, at));
  nowAndThen(stage, stage.plan.cutOffs, (at) => cutOff(stage, at));
}

/** So many times a minute, until the faults end. */
function nowAndThen(stage: Stage, timesAMinute: number, happen: (at: number) => void): void {
  const { plan, timeline, random, actors } = stage;
  const times = Math.round((timesAMinute * plan.faultsEndMs) / 60_000);
  for (let time = 0; time < times; time++) {
    timeline.at(random.unit() * plan.faultsEndMs, () => happen(Math.floor(random.unit() * actors.length)));
  }
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random.unit() * choices.length)] as T;
}

function pause({ timeline, random, journal, actors, plan }: Stage, at: number): void {
  const actor = actors[at] as Actor;
  const { clock, name } = actor;
  const forMs = Math.min(random.unit() * longestPauseMs, plan.faultsEndMs - timeline.nowMs);
  const setLately = timeline.nowMs - actor.wallSetAtMs < betweenLooksMs(plan);
  const monotonicStoodStill = random.unit() < 0.4 && !setLately;
  if (clock.isPaused) return;
  if (forMs >= longPauseMs) journal.count("longPauses");
  journal.say(
    name,
    `paused for ${Math.round(forMs)} ms${monotonicStoodStill ? ", its monotonic clock, too" : ""}`,
  );
  actor.pauses += 1;
  const sinceMs = clock.monotonicMs();
  clock.pause();
  timeline.at(timeline.nowMs + forMs, () => {
    if (actors[at] !== actor) return;
    actor.pausedMs += monotonicStoodStill ? 0 : clock.monotonicMs() - sinceMs;
    journal.say(name, "goes on");
    clock.resume({ monotonicStoodStill });
  });
}

/**
 * A holder looks at its clocks when it renews, at least. A wall clock that is set back and a monotonic one that stands still
 * between the same two looks are a case that nothing in a process could tell.
 */
function betweenLooksMs({ habits }: Plan): number {
  return Math.max(...habits.ttlsMs) / 2;
}

/** It never runs again, and another takes its place. */
function crash({ random, journal, actors, start, plan }: Stage, at: number): void {
  const actor = actors[at] as Actor;
  journal.count("crashes");
  journal.say(actor.name, "crashed");
  actor.clock.pause();
  actors[at] = start(pick(random, plan.processes));
}

function stepWall({ timeline, random, journal, actors }: Stage, at: number): void {
  const actor = actors[at] as Actor;
  const ms = (random.unit() - 0.5) * 2 * longestStepMs;
  // A monotonic clock that stood still and a wall clock that was set back meanwhile: nothing in a process could tell.
  if (actor.clock.isPaused) return;
  journal.count("clockSteps");
  journal.say(actor.name, `its wall clock is set by ${Math.round(ms)} ms`);
  actor.wallSetAtMs = timeline.nowMs;
  actor.clock.stepWall(ms);
}

/**
 * Mostly of whoever wrote last, as that is who has something to lose. First, it may be, answers come late or not always;
 * then nothing gets through for more than a ttl, one way or the other.
 */
function cutOff(stage: Stage, at: number): void {
  const { timeline, random, journal, actors, plan, lastWriter } = stage;
  const aimed = random.unit() < 0.9 ? actors.find(({ name }) => name === lastWriter()) : undefined;
  const { line, name } = aimed ?? (actors[at] as Actor);
  const ttlMs = Math.max(...plan.habits.ttlsMs);
  const before = pick(random, beforeCutOff);
  const beforeMs = before === "well" ? 0 : (0.4 + random.unit() * 0.4) * ttlMs;
  // Not so late that each would be given up: a request has somewhat more than a sixth of a ttl.
  const lateMs = (0.5 + random.unit() * 0.5) * (ttlMs / 6);
  const broken = random.unit() < 0.85 ? "on-the-way-there" : "on-the-way-back";
  const backAtMs = timeline.nowMs + beforeMs + (1 + random.unit()) * ttlMs;
  if (!line.isWell) return;
  line.becomes({ lateMs: before === "late" ? lateMs : 0, lossy: before === "lossy" ? 0.5 : 0 });
  timeline.at(timeline.nowMs + beforeMs, () => {
    journal.count("cutOffs");
    journal.say(name, `cut off from the store, ${broken.replaceAll("-", " ")}`);
    line.becomes({ broken });
  });
  timeline.at(Math.min(backAtMs, plan.faultsEndMs), () => {
    journal.say(name, "reaches the store again");
    line.becomes({});
  });
}

const beforeCutOff = ["well", "late", "lossy", "lossy"] as const;

/** One simulated process from outside: its clocks, its line to the store, and what has happened to it. */
import { type CoordinationEvent, createCoordinator, type Random, type Store } from "@fencepost/core";
import type { ProcessClock } from "../../world/process-clock.ts";
import type { Habits } from "./plan/habits.ts";
import type { ProcessPlan } from "./plan/plan.ts";
import type { Participant } from "./program.ts";
import type { Line } from "./store/line.ts";

export interface Actor {
  readonly name: string;
  readonly clock: ProcessClock;
  readonly line: Line;
  /** When its wall clock was set last, in true time. */
  wallSetAtMs: number;
  pausedMs: number;
  pauses: number;
}

export function actorOf(line: Line): Actor {
  const { who: name, clock } = line;
  return { name, clock, line, wallSetAtMs: Number.NEGATIVE_INFINITY, pausedMs: 0, pauses: 0 };
}

export interface Surroundings {
  readonly store: Store;
  readonly random: Random;
  readonly expiry: ProcessPlan["expiry"];
  readonly allowUnprovenStore: boolean;
  readonly requestTimeoutMs: number | undefined;
  readonly habits: Habits;
  readonly isOver: () => boolean;
  readonly onEvent: ((event: CoordinationEvent) => void) | undefined;
}

/** The same process as its program sees it. */
export function participantOf(actor: Actor, surroundings: Surroundings): Participant {
  const { name, clock } = actor;
  const { store, habits, isOver, ...settings } = surroundings;
  return {
    name,
    clock,
    random: settings.random,
    habits,
    isOver,
    coordinator: createCoordinator(store, { ...settings, holder: name, clock }),
    pausedMs: () => actor.pausedMs,
    pauses: () => actor.pauses,
  };
}

/**
 * One store and one true time; each process has its own clocks and can be stopped. For tests of code that coordinates:
 * a ttl passes in no time, and a pause or a lost answer happens where the test says.
 */
import {
  type CoordinationEvent,
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
  memoryStore,
  type Store,
} from "@fencepost/core";
import { refuseUnknown } from "../known-options.ts";
import { type ClockFaults, ProcessClock } from "./process-clock.ts";
import { reachedFrom, type WorldFault, worldFaults } from "./reached-store.ts";
import { seededRandom } from "./seeded-random.ts";
import { Timeline } from "./timeline.ts";

/** Options of {@link createWorld}. */
export interface WorldOptions {
  /** @default 1 */
  readonly seed?: number | undefined;
  /** `"content-hash"`: equal bytes are one version, as on S3. @default "unique" */
  readonly versions?: "unique" | "content-hash" | undefined;
}

/** A simulated store and the processes around it, in which time passes only by `advance`. */
export interface World {
  /** What all coordinators have reported, in order. */
  readonly events: readonly CoordinationEvent[];
  /** The store itself, seen without faults: for a test to look at, or to write to behind everybody's back. */
  readonly store: Store;
  process(name: string, options?: CoordinatorOptions & ClockFaults): SimulatedProcess;
  /**
   * Moves time, runs what falls due in order, lets every promise settle in between.
   *
   * @throws RangeError unless `ms` is a number from 0 on.
   */
  advance(ms: number): Promise<void>;
  /**
   * Takes effect until the function that it gives back is called. `down`: no request arrives. `slow`: each takes a
   * second. `lose-answers`: each takes effect, and its answer never comes.
   *
   * @throws TypeError for a kind that there is not.
   */
  fault(kind: WorldFault): () => void;
}

/** One process of a world: its own clocks, its own way to the store. */
export interface SimulatedProcess {
  readonly coordinator: Coordinator;
  readonly clock: ProcessClock;
  /** The world's store as this process reaches it. */
  readonly store: Store;
  /** As SIGSTOP. */
  pause(): void;
  /** As SIGCONT. */
  resume(options?: { readonly monotonicStoodStill?: boolean }): void;
}

/**
 * A new world with an empty store, at time 0. The same seed and the same calls give the same course of events.
 *
 * @throws TypeError for an option that there is not.
 */
export function createWorld(options: WorldOptions = {}): World {
  refuseUnknown("createWorld", options, { seed: true, versions: true });
  const timeline = new Timeline();
  const storeClock = new ProcessClock(timeline, {});
  const store = memoryStore({ clock: storeClock, versions: options.versions });
  const events: CoordinationEvent[] = [];
  const faults = new Set<{ readonly kind: WorldFault }>();
  const has = (kind: WorldFault): boolean => [...faults].some((fault) => fault.kind === kind);
  let processes = 0;

  return {
    events,
    store,
    process(name, { wallOffsetMs, rate, ...settings } = {}) {
      processes += 1;
      const clock = new ProcessClock(timeline, { wallOffsetMs, rate });
      const reached = reachedFrom(clock, store, timeline, has);
      const coordinator = createCoordinator(reached, {
        holder: name,
        clock,
        random: seededRandom((options.seed ?? 1) * 1_000 + processes),
        ...settings,
        onEvent(event) {
          events.push(event);
          settings.onEvent?.(event);
        },
      });
      return {
        coordinator,
        clock,
        store: reached,
        pause: () => clock.pause(),
        resume: (how) => clock.resume(how),
      };
    },
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`time moves by a number of milliseconds from 0 on, not by ${ms}`);
      await timeline.advance(ms);
    },
    fault(kind) {
      if (!worldFaults.includes(kind)) {
        throw new TypeError(`a world knows no fault "${kind}"; there are ${worldFaults.join(", ")}`);
      }
      const fault = { kind };
      faults.add(fault);
      return () => {
        faults.delete(fault);
      };
    },
  };
}

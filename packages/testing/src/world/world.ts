/**
 * One store and one true time; each process has its own clocks and can be stopped. For tests of code that coordinates:
 * a ttl passes in no time, and a pause or a lost answer happens where the test says.
 */
import {
  type CoordinationEvent,
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
  type GetResult,
  memoryStore,
  type PutResult,
  type Store,
} from "@fencepost/core";
import { type ClockFaults, ProcessClock } from "./process-clock.ts";
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
  /** Moves time, runs what falls due in order, lets every promise settle in between. */
  advance(ms: number): Promise<void>;
  /**
   * Takes effect until the function that it gives back is called. `down`: no request arrives. `slow`: each takes a
   * second. `lose-answers`: each takes effect, and its answer never comes.
   */
  fault(kind: WorldFault): () => void;
}

/** What can be wrong between all processes and the store. */
export type WorldFault = "down" | "slow" | "lose-answers";

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

const slowMs = 1_000;

/** A new world with an empty store, at time 0. The same seed and the same calls give the same course of events. */
export function createWorld(options: WorldOptions = {}): World {
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
      await timeline.advance(ms);
    },
    fault(kind) {
      const fault = { kind };
      faults.add(fault);
      return () => {
        faults.delete(fault);
      };
    },
  };
}

/** The store as one process reaches it: through the faults of the moment, and not while it is paused. */
function reachedFrom(
  clock: ProcessClock,
  store: Store,
  timeline: Timeline,
  has: (fault: WorldFault) => boolean,
): Store {
  const lost = (signal: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  const request = async <R>(signal: AbortSignal | undefined, call: () => Promise<R>): Promise<R> => {
    await new Promise<void>((resolve) => clock.whenRunning(resolve));
    signal?.throwIfAborted();
    if (has("down")) return lost(signal);
    if (has("slow")) await new Promise<void>((resolve) => timeline.at(timeline.nowMs + slowMs, resolve));
    const answer = await call();
    if (has("lose-answers")) return lost(signal);
    await new Promise<void>((resolve) => clock.whenRunning(resolve));
    return answer;
  };
  const written = (signal: AbortSignal | undefined, call: () => Promise<PutResult>): Promise<PutResult> =>
    request(signal, call).catch((cause: unknown) => ({ kind: "unknown", cause }));

  return {
    name: "world:",
    capabilities: store.capabilities,
    get: (key, options): Promise<GetResult> => request(options.signal, () => store.get(key, options)),
    async put(key, body, condition, { signal, ...beside }) {
      signal?.throwIfAborted();
      return written(signal, () => store.put(key, body, condition, beside));
    },
    async delete(key, version, { signal }) {
      signal?.throwIfAborted();
      return written(signal, () => store.delete(key, version, {}));
    },
    async *list(prefix, options) {
      // `Array.fromAsync` is younger than Node 20.
      const keys: string[] = [];
      await request(options.signal, async () => {
        for await (const key of store.list(prefix, options)) keys.push(key);
      });
      yield* keys;
    },
  };
}

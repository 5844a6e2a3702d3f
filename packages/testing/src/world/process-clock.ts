/**
 * The clocks of one simulated process. They start anywhere, run at a rate of their own, the wall clock can step, and
 * nothing of the process runs while it is paused: timers that fell due in between fire when it goes on.
 */
import type { Clock } from "@fencepost/core";
import type { Timeline } from "./timeline.ts";

/** How the clocks of a process differ from true time. */
export interface ClockFaults {
  /** The wall clock is this far ahead of true time. @default 0 */
  readonly wallOffsetMs?: number | undefined;
  /** Seconds of this process in a true second. @default 1 */
  readonly rate?: number | undefined;
}

const epochMs = Date.UTC(2030, 0, 1);

/** A clock that only its world moves. */
export class ProcessClock implements Clock {
  readonly #timeline: Timeline;
  readonly #rate: number;
  #wallOffsetMs: number;
  /** True time for which the monotonic clock has stood still. */
  #stoodStillMs = 0;
  #pausedAtMs: number | undefined;
  #held: (() => void)[] = [];

  constructor(timeline: Timeline, faults: ClockFaults) {
    this.#timeline = timeline;
    this.#rate = faults.rate ?? 1;
    this.#wallOffsetMs = faults.wallOffsetMs ?? 0;
  }

  monotonicMs(): number {
    return (this.#timeline.nowMs - this.#stoodStillMs) * this.#rate;
  }

  wallMs(): number {
    return epochMs + this.#timeline.nowMs * this.#rate + this.#wallOffsetMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.#timeline.at(this.#timeline.nowMs + Math.max(ms, 0) / this.#rate, () =>
        this.whenRunning(() => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        }),
      );
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  get isPaused(): boolean {
    return this.#pausedAtMs !== undefined;
  }

  /** The wall clock is set: by hand, or by a time service. */
  stepWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** As SIGSTOP; or as a pause of the whole machine, in which the monotonic clock stands still, too. */
  pause(): void {
    this.#pausedAtMs ??= this.#timeline.nowMs;
  }

  /** As SIGCONT: what fell due in between runs now, in its order. */
  resume(options: { readonly monotonicStoodStill?: boolean } = {}): void {
    if (this.#pausedAtMs === undefined) return;
    if (options.monotonicStoodStill) this.#stoodStillMs += this.#timeline.nowMs - this.#pausedAtMs;
    this.#pausedAtMs = undefined;
    const held = this.#held;
    this.#held = [];
    for (const run of held) run();
  }

  /** At once, or when the process goes on. */
  whenRunning(run: () => void): void {
    if (this.#pausedAtMs === undefined) run();
    else this.#held.push(run);
  }
}

/** Work that was begun under a lease, and what is known of it. */
import type { Clock, WorkState } from "@fencepost/core";

export interface RunningWork {
  state(): WorkState;
  /** Resolves when the work has ended, or `abortMs` after `lost` aborted. */
  settledOrStopped(lost: AbortSignal, clock: Clock, abortMs: number): Promise<void>;
}

export function startWork(work: () => unknown): RunningWork {
  let state: WorkState = { state: "running" };
  const settled = (async () => work())().then(
    (value) => {
      state = { state: "returned", value };
    },
    (error: unknown) => {
      state = { state: "threw", error };
    },
  );
  return {
    state: () => state,
    async settledOrStopped(lost, clock, abortMs) {
      await Promise.race([settled, aborted(lost)]);
      if (state.state !== "running") return;
      const done = new AbortController();
      await Promise.race([settled, clock.sleep(abortMs, done.signal).catch(() => {})]);
      done.abort("no longer needed");
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

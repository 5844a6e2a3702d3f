/** The store of a world as one process reaches it, and what can be wrong on the way. */
import type { GetResult, PutResult, Store } from "@fencepost/core";
import type { ProcessClock } from "./process-clock.ts";
import type { Timeline } from "./timeline.ts";

/** What can be wrong between all processes and the store. */
export type WorldFault = "down" | "slow" | "lose-answers";

/** All of them. */
export const worldFaults: readonly WorldFault[] = ["down", "slow", "lose-answers"];

const slowMs = 1_000;

/** Through the faults of the moment, and not while the process is paused. */
export function reachedFrom(
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

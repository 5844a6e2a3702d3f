/** For tests that must not wait: time passes only by being slept through. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@fencepost/core";

/** A sleep as long as this is a limit that nobody should reach; it ends only by its signal. */
export const limitMs = 10_000;

/** A clock on which every pause passes at once, in a turn of its own. */
export function hastyClock(): Clock {
  let nowMs = 0;
  return {
    monotonicMs: () => nowMs,
    wallMs: () => nowMs,
    async sleep(ms, signal) {
      if (ms >= limitMs) {
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      }
      nowMs += ms;
      await nextTurn();
      signal?.throwIfAborted();
    },
  };
}

/** The machine's time, in which a sleep is skipped: who waits a second finds that a second has passed, and has not waited. */
import { type Clock, systemClock } from "@fencepost/core";

/** A sleep as long as this is a limit that nobody should reach; it ends only by its signal. */
const limitMs = 10_000;

/** To be shared by a server and by whoever waits for it. */
export function skippingClock(): Clock {
  let skippedMs = 0;
  return {
    monotonicMs: () => systemClock.monotonicMs() + skippedMs,
    wallMs: () => systemClock.wallMs() + skippedMs,
    async sleep(ms, signal) {
      if (ms >= limitMs) return systemClock.sleep(ms, signal, { background: true });
      // What others have begun goes on before time does.
      await systemClock.sleep(0, signal);
      skippedMs += ms;
    },
  };
}

/** The only file that may read time or set a timer. */

/** Options of {@link Clock.sleep}. */
export interface SleepOptions {
  /** Do not keep the process alive for it: for heartbeats, which nobody waits for. @default false */
  readonly background?: boolean | undefined;
}

/** Time as core sees it: handed in, so that tests and simulations decide what time it is. */
export interface Clock {
  /** Milliseconds from any origin; never steps back. May stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since 1970. May step either way. Never compared with another machine's. */
  wallMs(): number;
  /** Rejects with the signal's own reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal, options?: SleepOptions): Promise<void>;
}

/** A timer takes at most a signed 32-bit number of milliseconds and fires at once beyond it. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's own time and timers. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep(ms, signal, options) {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: unknown = setTimeout(
        () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
        Math.min(Math.max(ms, 0), longestTimerMs),
      );
      const onAbort = (): void => {
        clearTimeout(timer as number);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      // Timers of browsers are numbers and keep nothing alive; those of Node are objects and do.
      if (options?.background && typeof timer === "object") (timer as { unref?(): void }).unref?.();
    });
  },
};

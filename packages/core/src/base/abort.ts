/** Signals and deadlines on an injected clock: `AbortSignal.timeout` would be ambient time. */
import type { Clock } from "./clock.ts";

/** Thrown by {@link within} when the time is over; told apart from the caller's own abort. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** The reason with which we end our own timers. Without one, each abort would make an error with a stack, for nobody. */
export const noLongerNeeded = "no longer needed";

/**
 * Runs `call` with a signal that aborts when the caller's does or after `ms`, and stops waiting then even if `call`
 * ignores its signal.
 *
 * @throws DeadlineError after `ms`; the caller's own reason if `signal` aborts; whatever `call` throws.
 */
export async function within<R>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const done = new AbortController();
  passAbortOn(signal, limit, done.signal);
  clock.sleep(ms, done.signal).then(
    () => limit.abort(new DeadlineError(`no answer within ${Math.round(ms)} ms`)),
    () => {},
  );
  try {
    return await unlessAborted(limit.signal, () => call(limit.signal));
  } finally {
    done.abort(noLongerNeeded);
  }
}

/** An abort of `signal` is one of `target` with the same reason, until `end` aborts. Nothing is left on `signal` then. */
export function passAbortOn(
  signal: AbortSignal | undefined,
  target: AbortController,
  end: AbortSignal,
): void {
  const pass = (): void => target.abort(signal?.reason);
  if (signal?.aborted) pass();
  signal?.addEventListener("abort", pass, { once: true, signal: end });
}

/**
 * Stops waiting when the signal aborts; what was begun goes on. Leaves nothing on the signal, which may live as long as
 * the process: `AbortSignal.any` would, each time (https://github.com/nodejs/node/issues/64476).
 *
 * @throws the signal's own reason; what `call` throws.
 */
export async function unlessAborted<R>(signal: AbortSignal | undefined, call: () => Promise<R>): Promise<R> {
  signal?.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason);
  });
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([call(), aborted]);
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * Waits for `promise`, and no longer than `ms`.
 *
 * @throws the caller's own reason if `signal` aborts.
 */
export async function atMost(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  promise: Promise<void>,
): Promise<void> {
  const done = new AbortController();
  try {
    await unlessAborted(signal, () => {
      const limit = clock.sleep(ms, done.signal);
      limit.catch(() => {});
      return Promise.race([promise, limit]);
    });
  } finally {
    done.abort(noLongerNeeded);
  }
}

/** Resolves when the signal aborts; at once if it already has. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Ends every wait of this suite in time, even on a store that ignores its signal. */
import type { Clock } from "@fencepost/core";

/** A case did not end in time. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}

/**
 * Runs `work` with a signal that aborts when the caller's does or after `ms`, and waits no longer than that.
 *
 * @throws LimitError after `ms`; the caller's own reason; whatever `work` throws.
 */
export async function limited<R>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const ended = new AbortController();
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const aborted = new Promise<never>((_, reject) => {
    either.addEventListener("abort", () => reject(either.reason), { once: true });
  });
  clock.sleep(ms, ended.signal).then(
    () => limit.abort(new LimitError(`did not end within ${ms} ms`)),
    () => {},
  );
  try {
    return await Promise.race([work(either), aborted]);
  } finally {
    ended.abort();
  }
}

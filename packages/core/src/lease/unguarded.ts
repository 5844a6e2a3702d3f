/**
 * Work that goes on without the store, because its caller said that doing it twice is only a waste (rule R10). The
 * handle has no token and cannot fence, and the types say so.
 */
import { noLongerNeeded, passAbortOn } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import { LeaseLostError, type UnavailableError, type UnknownOutcomeError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { Work } from "./run.ts";

/** What work gets instead of a lease while the store is down. */
export interface Unguarded {
  readonly guarded: false;
  readonly key: string;
  /** Aborts with the caller's signal, or when the work's own time is over. */
  readonly signal: AbortSignal;
  /** Why there is no lease. */
  readonly cause: UnavailableError | UnknownOutcomeError;
  /** @throws LeaseLostError when the work's own time is over; the reason of the caller's signal. */
  throwIfLost(): void;
}

export interface UnguardedWork {
  readonly key: string;
  readonly cause: UnavailableError | UnknownOutcomeError;
  readonly signal: AbortSignal | undefined;
  readonly workTimeoutMs: number | undefined;
}

/** Runs the work with its own time-out, and with nothing else between it and its copies. */
export async function runUnguarded<R>(
  clock: Clock,
  { key, cause, signal, workTimeoutMs }: UnguardedWork,
  work: Work<Unguarded, R>,
): Promise<R> {
  const told = new AbortController();
  const ended = new AbortController();
  passAbortOn(signal, told, ended.signal);
  if (workTimeoutMs !== undefined) {
    clock.sleep(workTimeoutMs, ended.signal, { background: true }).then(
      () => told.abort(timedOut(key, workTimeoutMs)),
      () => {},
    );
  }
  try {
    return await work({
      guarded: false,
      key,
      cause,
      signal: told.signal,
      throwIfLost: () => told.signal.throwIfAborted(),
    });
  } finally {
    ended.abort(noLongerNeeded);
  }
}

function timedOut(key: string, workTimeoutMs: number): LeaseLostError {
  return new LeaseLostError(
    `the unguarded work for "${printable(key)}" took longer than its workTimeoutMs of ${workTimeoutMs} ms`,
    { key, reason: "timeout" },
  );
}

/** What a caller may say of a lease. Durations are milliseconds and end in `Ms`; `undefined` means the default. */
import type { FencingToken } from "../base/token.ts";
import type { CallOptions } from "../store/store.ts";

/** How patient a call is while somebody else holds the lease. */
export interface WaitOptions {
  /** Milliseconds to wait for another holder. 0: do not wait. @default 0 */
  readonly waitMs?: number | undefined;
}

interface TermOptions extends CallOptions {
  /**
   * Milliseconds that the work needs to stop once `signal` aborts. It aborts that much before others may take over, at
   * `0.95 * ttlMs - abortMs` after the last renewal was sent.
   * @default 3_000, or a tenth of a shorter ttl
   */
  readonly abortMs?: number | undefined;
  /** Shown by `inspect` and in `ContendedError`. */
  readonly note?: string | undefined;
  /** Grant a token above this one: the way out after the lease's record was deleted or restored from an older copy. */
  readonly tokenAbove?: FencingToken | undefined;
}

/** Heartbeats every `ttlMs / 3` while the process lives. */
export interface RenewedTerm extends TermOptions {
  readonly term?: "renewed" | undefined;
  /** Milliseconds that the lease lives after its last renewal, by the store's clock: 3,000 to 7 days. @default 30_000 */
  readonly ttlMs?: number | undefined;
  /**
   * Milliseconds after the grant at which `signal` aborts. Without it the lease is held as long as the process lives.
   * @default no limit
   */
  readonly workTimeoutMs?: number | undefined;
}

/** No heartbeats: for functions that are frozen between invocations. */
export interface FixedTerm extends TermOptions {
  readonly term: "fixed";
  /** Milliseconds after the grant at which `signal` aborts. */
  readonly workTimeoutMs: number;
  /**
   * Milliseconds that the lease lives.
   * @default `(workTimeoutMs + abortMs + requestTimeoutMs) / 0.95`, the least that is allowed
   */
  readonly ttlMs?: number | undefined;
}

/** How long a lease lives, and how: renewed while its process lives, or for a fixed term. */
export type LeaseOptions = RenewedTerm | FixedTerm;

const known: readonly string[] = [
  "signal",
  "waitMs",
  "abortMs",
  "note",
  "tokenAbove",
  "term",
  "ttlMs",
  "workTimeoutMs",
] satisfies (keyof RenewedTerm | keyof WaitOptions)[];

/** Half of the safe integers: every later grant counts on from it, and a record beyond them could not be read any more. */
const tokenAboveMost = 2 ** 52;

/** @throws TypeError, RangeError naming the option, its value, the rule and the fix. */
export function checkOptions(
  options: LeaseOptions & WaitOptions,
  call: "tryAcquire" | "acquire" | "acquireAll" | "once" | "adopt" | "semaphore",
): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new TypeError(`unknown lease option "${name}"; known are ${known.join(", ")}`);
    }
  }
  const { term, note, tokenAbove, waitMs } = options;
  if (call === "tryAcquire" && waitMs !== undefined) {
    throw new TypeError("waitMs has no meaning for tryAcquire, which never waits; use acquire");
  }
  if (call === "adopt" && waitMs !== undefined) {
    throw new TypeError(
      "waitMs has no meaning for adopt: what was handed over waits for whoever has the string",
    );
  }
  if ((call === "acquireAll" || call === "semaphore") && tokenAbove !== undefined) {
    throw new TypeError(
      "tokenAbove has no meaning for several leases at once; acquire the one that needs it by itself",
    );
  }
  if (call === "once" && note !== undefined) {
    throw new TypeError("note has no meaning for once, whose claims have none; leave it out");
  }
  if (waitMs !== undefined) checkDuration("waitMs", waitMs, 0);
  if (term !== undefined && term !== "renewed" && term !== "fixed") {
    throw new TypeError(`term is ${JSON.stringify(term)}; use "renewed" or "fixed"`);
  }
  if (note !== undefined && typeof note !== "string")
    throw new TypeError(`note is a ${typeof note}; give a string`);
  if (
    tokenAbove !== undefined &&
    !(Number.isInteger(tokenAbove) && tokenAbove >= 0 && tokenAbove <= tokenAboveMost)
  ) {
    throw new RangeError(
      `tokenAbove is ${tokenAbove}; give a token that was granted, an integer of at most ${tokenAboveMost}`,
    );
  }
}

/** @throws TypeError if it is no number, RangeError if it is too small or not finite. */
export function checkDuration(option: string, value: number, least: number): void {
  if (typeof value !== "number") {
    throw new TypeError(
      `${option} is ${JSON.stringify(value)}, a ${typeof value}; give a number of milliseconds`,
    );
  }
  if (!Number.isFinite(value) || value < least) {
    throw new RangeError(`${option} is ${value}; give a finite number of milliseconds, at least ${least}`);
  }
}

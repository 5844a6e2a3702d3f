/** Acquiring a lease: at once, or waiting for whoever has it. */
import { atMost, unlessAborted } from "../base/abort.ts";
import { deadlineAfter } from "../base/deadline.ts";
import { ContendedError, isCoordinationError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import { jittered } from "../base/random.ts";
import { type Ask, attempt, type Grant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { keepRenewed } from "./keeper.ts";
import { HeldLease } from "./lease.ts";
import type { PlaceInLine } from "./line.ts";
import type { Contention } from "./look.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "./options.ts";
import { StoreClock } from "./store-clock.ts";
import { watch } from "./term.ts";
import { timingOf } from "./timing.ts";

/** What the store may take beyond the wait for the holder: a read, a write, and one of them again. */
const requestsBeyondWait = 3;
const firstPollMs = 100;
const pollGrowth = 1.6;
const longestPollMs = 2_000;

/** `undefined` if somebody else holds it. Errors as {@link acquireLease}, but for `ContendedError`. */
export async function tryAcquireLease(
  contender: Contender,
  key: string,
  options: LeaseOptions,
): Promise<HeldLease | undefined> {
  checkOptions(options, "tryAcquire");
  const ask = await askOf(contender, key, options, 0);
  const sinceMs = contender.access.clock.monotonicMs();
  const answer = await attempt(contender, ask);
  if (answer.kind === "granted") return hold(contender, answer, sinceMs);
  reportContention(contender, key, answer, undefined);
  return undefined;
}

/**
 * @throws ContendedError when `waitMs` is over; UnavailableError, UnknownOutcomeError, BadRecordError,
 *   MisconfiguredError, UnsupportedStoreError; the signal's own reason; TypeError, RangeError for wrong arguments.
 */
export async function acquireLease(
  contender: Contender,
  key: string,
  options: LeaseOptions & WaitOptions,
): Promise<HeldLease> {
  checkOptions(options, "acquire");
  const waitMs = options.waitMs ?? 0;
  const ask = await askOf(contender, key, options, waitMs);
  const sinceMs = contender.access.clock.monotonicMs();
  if (waitMs === 0) {
    const answer = await attempt(contender, ask);
    if (answer.kind === "granted") return hold(contender, answer, sinceMs);
    reportContention(contender, key, answer, undefined);
    throw contended(contender, key, answer, waitMs);
  }
  const inLine = contender.lines.enter(key);
  try {
    return hold(contender, await waitForGrant(contender, ask, inLine, waitMs), sinceMs);
  } finally {
    inLine.leave();
  }
}

/** What is asked for, checked before anything is sent; the patience begins when the store may be asked. */
async function askOf(contender: Contender, key: string, options: LeaseOptions, waitMs: number): Promise<Ask> {
  const timing = timingOf(options, {
    requestTimeoutMs: contender.settings.requestTimeoutMs,
    minWriteIntervalMs: contender.access.store.capabilities.minWriteIntervalMs,
  });
  const place = contender.placeOf(key, timing.requestTimeoutMs);
  // A first proof takes more requests than an acquire is given time for.
  await unlessAborted(options.signal, () => contender.requireProvenStore());
  const patienceMs = waitMs + requestsBeyondWait * timing.requestTimeoutMs;
  const patience = deadlineAfter(contender.access.clock, patienceMs);
  return {
    place,
    timing,
    note: options.note,
    tokenAbove: options.tokenAbove,
    signal: options.signal,
    storeClock: new StoreClock(),
    patience,
  };
}

/** Ends with `waitMs` at the latest: each round sleeps, and no sleep is longer than what is left. */
async function waitForGrant(
  contender: Contender,
  ask: Ask,
  inLine: PlaceInLine,
  waitMs: number,
): Promise<Grant> {
  const { clock, random } = contender.access;
  const { key } = ask.place;
  const waiting = deadlineAfter(clock, waitMs);
  // Whoever stands in line until the wait is over gets one look all the same.
  await atMost(clock, waitMs, ask.signal, inLine.turn);
  let last: Contention | undefined;
  for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * pollGrowth, longestPollMs)) {
    let expiresInMs = Number.POSITIVE_INFINITY;
    try {
      const answer = await attempt(contender, ask, last);
      if (answer.kind === "granted") return answer;
      reportContention(contender, key, answer, last);
      if (waiting.remainingMs() <= 0) throw contended(contender, key, answer, waitMs);
      // Before it can have run out "unchanged" will do; the judgement itself needs the whole answer.
      expiresInMs = answer.expiresInMs;
      last = answer;
    } catch (error) {
      if (!isPassing(error) || waiting.remainingMs() <= 0) throw error;
    }
    const pauseMs = Math.min(jittered(pollMs, random), expiresInMs, waiting.remainingMs());
    if (pauseMs >= expiresInMs) last = undefined;
    await inLine.pause(Math.max(pauseMs, 1), ask.signal);
  }
}

/** Not a verdict on who holds it: worth another look while the caller waits anyway. */
function isPassing(error: unknown): boolean {
  return isCoordinationError(error, "unavailable") || isCoordinationError(error, "unknown-outcome");
}

function hold(contender: Contender, { term, cell }: Grant, sinceMs: number): HeldLease {
  const { clock, random, onEvent } = contender.access;
  const { key, token, timing } = term.granted;
  onEvent({ type: "lease.acquired", key, token, waitedMs: clock.monotonicMs() - sinceMs });
  void watch(term, clock);
  if (timing.renewEveryMs !== undefined) {
    void keepRenewed(term, cell, { ms: timing.renewEveryMs, clock, random });
  }
  return new HeldLease(term, cell, clock, (state) => {
    if (state) contender.freed.set(key, state);
    contender.lines.wake(key);
  });
}

function contended(
  contender: Contender,
  key: string,
  contention: Contention,
  waitMs: number,
): ContendedError {
  const { holder, token, expiresInMs } = contention;
  const waited = waitMs > 0 ? ` after waiting ${waitMs} ms` : "";
  return new ContendedError(
    `the lease "${printable(key)}" in ${contender.access.store.name} is held by ${printable(holder)} (token ${token})${waited}; ` +
      `unless it is renewed it can be taken in ${Math.ceil(expiresInMs / 1000)} s`,
    { key, holder, token, expiresInMs },
  );
}

function reportContention(
  contender: Contender,
  key: string,
  now: Contention,
  before: Contention | undefined,
): void {
  if (now.token === before?.token) return;
  contender.access.onEvent({ type: "lease.contended", key, token: now.token, holder: now.holder });
}

/**
 * Taking the leases of several keys. In the order of their names, whatever the order in which they were given: of two
 * callers who want the same keys neither waits for what the other has and holds what it waits for (protocol, several keys).
 */
import { noLongerNeeded, passAbortOn, whenAborted } from "../../base/abort.ts";
import { deadlineAfter } from "../../base/deadline.ts";
import { UnavailableError } from "../../base/errors.ts";
import { leaseName, printable } from "../../base/keys.ts";
import { take } from "../../lease/acquire.ts";
import { Bundle } from "../../lease/bundle.ts";
import type { Contender } from "../../lease/contender.ts";
import type { Holding } from "../../lease/hold.ts";
import { HeldLease } from "../../lease/lease.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "../../lease/options.ts";
import { HeldLeases } from "./leases.ts";

/** Errors as of `coordinator.acquireAll`. */
export async function acquireAll(
  contender: Contender,
  keys: readonly string[],
  options: LeaseOptions & WaitOptions,
): Promise<HeldLeases> {
  const sorted = inOrder(keys);
  checkOptions(options, "acquireAll");
  const waiting = deadlineAfter(contender.access.clock, options.waitMs ?? 0);
  const taken: Holding[] = [];
  try {
    for (const key of sorted) {
      const waitMs = Math.max(waiting.remainingMs(), 0);
      taken.push(await takeBeside(contender, key, { ...options, waitMs }, taken));
    }
    return new HeldLeases(bundleOf(taken));
  } catch (error) {
    for (const holding of taken.toReversed()) giveBack(contender, holding);
    throw error;
  }
}

/** @throws UnavailableError if one lapsed while the last was asked for: it would be none. */
function bundleOf(taken: readonly Holding[]): Bundle {
  throwIfAnyIsLost(taken);
  return new Bundle(taken);
}

/** One more, for as long as none of the others is lost meanwhile. */
async function takeBeside(
  contender: Contender,
  key: string,
  options: LeaseOptions & WaitOptions,
  taken: readonly Holding[],
): Promise<Holding> {
  const giveUp = new AbortController();
  const done = new AbortController();
  passAbortOn(options.signal, giveUp, done.signal);
  for (const { term } of taken) void whenAborted(term.ended).then(() => giveUp.abort(noLongerNeeded));
  try {
    return await take(
      contender,
      { noun: "lease", key, nameOf: leaseName },
      { ...options, signal: giveUp.signal },
    );
  } catch (error) {
    if (!options.signal?.aborted) throwIfAnyIsLost(taken);
    throw error;
  } finally {
    done.abort(noLongerNeeded);
  }
}

/** @throws UnavailableError: nothing ran under what was taken. */
function throwIfAnyIsLost(taken: readonly Holding[]): void {
  for (const { term } of taken) {
    term.check();
    if (!term.lost) continue;
    throw new UnavailableError(
      `the lease "${printable(term.granted.key)}" was taken, and lost before the others were; nothing ran, and they are given back. ` +
        "Use a longer ttlMs or a shorter waitMs, or find out what makes the store slow",
      { key: term.granted.key, cause: term.lost },
    );
  }
}

/** Nobody waits for it; this process asks for none of them before it is settled. */
function giveBack(contender: Contender, holding: Holding): void {
  const { key } = holding.term.granted;
  contender.givingBack.add(leaseName(key), new HeldLease(holding).release());
}

/** By their full names, by code unit: every caller has the same order. */
function inOrder(keys: readonly string[]): readonly string[] {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new TypeError("acquireAll takes the keys as a list, of at least one");
  }
  const byName = new Map(keys.map((key) => [leaseName(key), key]));
  if (byName.size < keys.length) {
    const twice = keys.find((key, at) => keys.indexOf(key) !== at) ?? "";
    throw new TypeError(`the key "${printable(twice)}" is given twice; a lease is held once`);
  }
  return [...byName.keys()].sort().map((name) => byName.get(name) as string);
}

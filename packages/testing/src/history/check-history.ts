/**
 * Decides whether a history keeps what leases, fencing tokens and compare-and-set promise: leases never overlap, tokens
 * grow, fenced writes never go back, and the operations on each register are linearizable.
 *
 * It judges what was written down, and no more: an operation that nobody recorded can hide a violation, and times must
 * be those of one clock, as all processes of one machine have.
 */
import { explainRegister } from "./explain-register.ts";
import { checkFence } from "./fences.ts";
import { checkLease } from "./leases.ts";
import { linearize } from "./linearize.ts";
import type { History, Operation, RegisterValue } from "./operation.ts";
import { isRegisterOperation } from "./register.ts";
import type { Violation } from "./violation.ts";

/** Options of {@link checkHistory}. */
export interface CheckHistoryOptions {
  /** What the register of a key held before the history began. @default null, which is nothing */
  readonly initial?: Readonly<Record<string, RegisterValue>> | undefined;
  /**
   * How many configurations of one register are looked at before it is given up as undecided; some 200 bytes are kept for
   * each.
   * @default 500_000
   */
  readonly statesMax?: number | undefined;
}

/** What came of a check. */
export interface HistoryReport {
  /** `undecided`: nothing wrong was found, and some register was given up. */
  readonly outcome: "clean" | "violated" | "undecided";
  /** At most one of each kind for each key: what follows the first is often its consequence. */
  readonly violations: readonly Violation[];
  /** The registers that were given up at `statesMax`. */
  readonly undecided: readonly string[];
  /** How many operations were judged. */
  readonly operations: number;
  /** Configurations that were looked at, over all registers. */
  readonly states: number;
}

const defaultStatesMax = 500_000;

/**
 * Judges each key by itself, in time n log n but for registers. Of those, a history in which written values are unique
 * takes a few configurations an operation, whether it is clean or not: 10,000 operations of eight processes on one key,
 * unanswered ones included, pass in seconds. Where many processes write equal values and many answers are missing, the
 * worst case is exponential (the question is NP-complete: Gibbons & Korach, "Testing shared memories", 1997), and
 * `statesMax` ends the search.
 *
 * @throws RangeError if `statesMax` is no whole number of at least 1.
 */
export function checkHistory(history: History, options: CheckHistoryOptions = {}): HistoryReport {
  const { initial = {}, statesMax = defaultStatesMax } = options;
  if (!Number.isSafeInteger(statesMax) || statesMax < 1) {
    throw new RangeError(`statesMax is ${statesMax}; it must be a whole number of at least 1`);
  }
  const violations: Violation[] = [];
  const undecided: string[] = [];
  let states = 0;
  for (const [key, operations] of byKey(history)) {
    const fence = checkFence(key, operations);
    violations.push(...checkLease(key, operations), ...(fence ? [fence] : []));
    const register = operations.filter(isRegisterOperation);
    const first = Object.hasOwn(initial, key) ? (initial[key] ?? null) : null;
    const found = linearize(register, first, statesMax);
    states += found.states;
    if (found.outcome === "undecided") undecided.push(key);
    if (found.furthest) {
      violations.push(
        explainRegister({ key, operations: register, initial: first, furthest: found.furthest }),
      );
    }
  }
  const settled = undecided.length === 0 ? "clean" : "undecided";
  const outcome = violations.length > 0 ? "violated" : settled;
  return { outcome, violations, undecided, operations: history.operations.length, states };
}

function byKey({ operations }: History): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const group = groups.get(operation.key);
    if (group) group.push(operation);
    else groups.set(operation.key, [operation]);
  }
  return groups;
}

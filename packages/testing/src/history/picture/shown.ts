/** Which operations a picture shows: those of the violation, and what went on around them. */
import type { History, Operation } from "../operation.ts";
import type { Violation } from "../violation.ts";

export interface Shown {
  /** In the order in which they began. */
  readonly operations: readonly Operation[];
  /** How many more of the same key went on meanwhile, or are still unanswered from before. */
  readonly left: number;
}

/** @param most operations in all, beside which those of the violation are always shown */
export function shownOperations(history: History, violation: Violation, most: number): Shown {
  const named = violation.operations;
  const fromMs = Math.min(...named.map(({ invokedAtMs }) => invokedAtMs));
  const toMs = Math.max(...named.map(endOf));
  const around = history.operations
    .filter((each) => each.key === violation.key && !isNamed(each, named))
    .filter((each) => each.invokedAtMs <= toMs && each.returnedAtMs >= fromMs)
    .map((operation) => ({ operation, awayMs: Math.min(...named.map((one) => awayMs(operation, one))) }))
    .sort((one, other) => one.awayMs - other.awayMs)
    .map(({ operation }) => operation);
  // What is unanswered from long ago is in flight for ever, and would bury what shows the violation.
  const recent = around.filter((each) => endOf(each) >= fromMs && !isStepOfSameGrant(each, named));
  const kept = recent.slice(0, Math.max(0, most - named.length));
  return {
    operations: [...named, ...kept].sort((one, other) => one.invokedAtMs - other.invokedAtMs),
    left: around.length - kept.length,
  };
}

/** That a holder was sure in between follows from its last look. */
function isStepOfSameGrant(operation: Operation, named: readonly Operation[]): boolean {
  return named.some(
    (one) =>
      one.kind === "hold" &&
      operation.kind === "hold" &&
      one.process === operation.process &&
      one.token === operation.token,
  );
}

export function isNamed(operation: Operation, named: readonly Operation[]): boolean {
  return named.some(({ process, id }) => process === operation.process && id === operation.id);
}

/** An unanswered operation is followed for as long as something certain happens. */
function endOf({ invokedAtMs, returnedAtMs }: Operation): number {
  return Number.isFinite(returnedAtMs) ? returnedAtMs : invokedAtMs;
}

function awayMs(one: Operation, other: Operation): number {
  return Math.max(0, one.invokedAtMs - endOf(other), other.invokedAtMs - endOf(one));
}

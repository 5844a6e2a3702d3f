/** Why a register's history cannot be: the operation at which every order ends, and what it contradicts. */
import type { Configuration } from "./linearize.ts";
import { describeOperation, type RegisterValue, show } from "./operation.ts";
import { changesNothing, type RegisterOperation } from "./register.ts";
import type { Violation } from "./violation.ts";

/** What is known of a register whose history cannot be. */
export interface Contradiction {
  readonly key: string;
  readonly operations: readonly RegisterOperation[];
  readonly initial: RegisterValue;
  /** Where the search went no further. */
  readonly furthest: Configuration;
}

type Explanation = Pick<Violation, "kind" | "because">;

export function explainRegister(found: Contradiction): Violation {
  const { key, operations, initial, furthest } = found;
  const { missing, leftBy } = furthest;
  if (!missing) throw new TypeError(`the history of "${key}" is linearizable: there is nothing to explain`);
  const replaced = replacedBy(missing);
  const rival = replaced === undefined ? undefined : rivalOf(missing, replaced, operations, initial);
  const shown = rival ?? leftBy;
  const inOrder = [...(shown ? [shown] : []), missing].sort(
    (one, other) => one.invokedAtMs - other.invokedAtMs,
  );
  return { key, operations: inOrder, ...explained(found, missing, rival) };
}

function explained(
  found: Contradiction,
  missing: RegisterOperation,
  rival: RegisterOperation | undefined,
): Explanation {
  const { key, furthest } = found;
  const replaced = replacedBy(missing);
  if (replaced !== undefined && rival) {
    return {
      kind: "lost-update",
      because: `${describeOperation(rival)}, and ${describeOperation(missing)}: both replaced ${show(replaced)} in "${key}", so one of the two updates is lost`,
    };
  }
  if (replaced !== undefined && wasThere(found, missing, replaced)) {
    return {
      kind: "lost-update",
      because: `${describeOperation(missing)} replaced ${show(replaced)} in "${key}" after others had, so their updates are lost: where it has to stand, there is ${standing(furthest)}`,
    };
  }
  if (missing.kind === "read" && missing.answer) return explainedRead(found, missing, missing.answer.value);
  return {
    kind: "not-linearizable",
    because: `no order of the operations on "${key}" explains ${describeOperation(missing)}: where it has to stand, there is ${standing(furthest)}`,
  };
}

function explainedRead(found: Contradiction, read: RegisterOperation, value: RegisterValue): Explanation {
  const said = `${read.process} read ${show(value)} from "${found.key}"`;
  if (wasThere(found, read, value)) {
    return {
      kind: "stale-read",
      because: `${said} when that had been replaced: where the read has to stand, there is ${standing(found.furthest)}`,
    };
  }
  return {
    kind: "value-from-nowhere",
    because: `${said}, which nobody had begun to write when the read returned`,
  };
}

/** Whether somebody else may have put that value there before the operation returned. */
function wasThere(
  { operations, initial }: Contradiction,
  operation: RegisterOperation,
  value: RegisterValue,
): boolean {
  if (value === initial) return true;
  return operations.some(
    (each) => each !== operation && each.invokedAtMs <= operation.returnedAtMs && mayWrite(each, value),
  );
}

/** Another that certainly replaced the same state, which only one of them can have found. */
function rivalOf(
  operation: RegisterOperation,
  replaced: RegisterValue,
  operations: readonly RegisterOperation[],
  initial: RegisterValue,
): RegisterOperation | undefined {
  const rival = operations.find((each) => each !== operation && replacedBy(each) === replaced);
  return rival && occursOnce(replaced, operations, initial) ? rival : undefined;
}

/** Whether the register can hold that value for one stretch of time only. */
function occursOnce(
  value: RegisterValue,
  operations: readonly RegisterOperation[],
  initial: RegisterValue,
): boolean {
  if (operations.every((each) => changesNothing(each) || (each.kind === "increment" && each.by > 0)))
    return true;
  const writers = operations.filter((each) => mayWrite(each, value)).length;
  return writers + (initial === value ? 1 : 0) <= 1;
}

function mayWrite(operation: RegisterOperation, value: RegisterValue): boolean {
  switch (operation.kind) {
    case "read":
      return false;
    case "write":
      return operation.value === value;
    case "cas":
      return operation.answer?.applied !== false && operation.value === value;
    case "increment":
      return operation.answer === undefined || operation.answer.value === value;
  }
}

/** The state that it certainly found and replaced. */
function replacedBy(operation: RegisterOperation): RegisterValue | undefined {
  if (operation.kind === "cas" && operation.answer?.applied) return operation.expected;
  if (operation.kind === "increment" && operation.answer) return operation.answer.value - operation.by;
  return undefined;
}

function standing({ state, leftBy }: Configuration): string {
  return leftBy ? `${show(state)}, left by ${describeOperation(leftBy)}` : `still ${show(state)}`;
}

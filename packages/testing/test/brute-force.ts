/** The definition of linearizability, tried out: every order of every choice of the unanswered. For a handful of operations. */
import type { RegisterValue } from "../src/history/operation.ts";
import type { RegisterOperation } from "../src/history/register.ts";

export function isLinearizableByDefinition(
  operations: readonly RegisterOperation[],
  initial: RegisterValue,
): boolean {
  const answered = operations.filter(({ answer }) => answer !== undefined);
  const unanswered = operations.filter(({ answer }) => answer === undefined);
  return subsets(unanswered).some((happened) =>
    permutations([...answered, ...happened]).some(
      (order) => keepsTime(order) && answersAreRight(order, initial),
    ),
  );
}

function keepsTime(order: readonly RegisterOperation[]): boolean {
  return order.every((operation, index) =>
    order.slice(index + 1).every((later) => !(later.returnedAtMs < operation.invokedAtMs)),
  );
}

/** Written anew, so that a mistake in the checker's register is not repeated here. */
function answersAreRight(order: readonly RegisterOperation[], initial: RegisterValue): boolean {
  let held = initial;
  for (const operation of order) {
    if (operation.kind === "read") {
      if (operation.answer && operation.answer.value !== held) return false;
    } else if (operation.kind === "write") {
      held = operation.value;
    } else if (operation.kind === "cas") {
      const applied = held === operation.expected;
      if (operation.answer && operation.answer.applied !== applied) return false;
      if (applied) held = operation.value;
    } else {
      if (held !== null && typeof held !== "number") return false;
      held = (held ?? 0) + operation.by;
      if (operation.answer && operation.answer.value !== held) return false;
    }
  }
  return true;
}

function subsets<T>(items: readonly T[]): readonly T[][] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

function permutations<T>(items: readonly T[]): readonly T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

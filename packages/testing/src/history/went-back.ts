/** Numbers that must not fall from one operation to a later one. */
import type { Operation } from "./operation.ts";

/**
 * The first operation whose number is smaller than that of one which had returned before it began, after that one.
 * Operations that overlap in time have no order, and equal numbers are none of its business.
 */
export function pairThatWentBack<O extends Operation>(
  operations: readonly O[],
  numberOf: (operation: O) => number,
): readonly [O, O] | undefined {
  const byReturn = [...operations].sort((one, other) => one.returnedAtMs - other.returnedAtMs);
  const byInvocation = [...operations].sort((one, other) => one.invokedAtMs - other.invokedAtMs);
  let returned = 0;
  let highest: O | undefined;
  for (const operation of byInvocation) {
    while (isBefore(byReturn[returned], operation)) {
      const each = byReturn[returned++] as O;
      if (!highest || numberOf(each) > numberOf(highest)) highest = each;
    }
    if (highest && numberOf(operation) < numberOf(highest)) return [highest, operation];
  }
  return undefined;
}

function isBefore(one: Operation | undefined, other: Operation): boolean {
  return one !== undefined && one.returnedAtMs < other.invokedAtMs;
}

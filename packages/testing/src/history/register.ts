/** What a register is: from one state, which operations fit their answers, and which state follows. */
import type { Operation, RegisterValue } from "./operation.ts";

export type RegisterKind = "read" | "write" | "cas" | "increment";
export type RegisterOperation = Operation<RegisterKind>;

/** The kinds of operation that a register knows. */
export function isRegisterOperation(operation: Operation): operation is RegisterOperation {
  return ["read", "write", "cas", "increment"].includes(operation.kind);
}

/** The next state; `undefined` if the operation cannot have been answered so, or would, unanswered, have done nothing. */
export function applyTo(state: RegisterValue, operation: RegisterOperation): RegisterValue | undefined {
  switch (operation.kind) {
    case "read":
      return operation.answer?.value === state ? state : undefined;
    case "write":
      return operation.value;
    case "cas": {
      const holds = state === operation.expected;
      if (operation.answer && operation.answer.applied !== holds) return undefined;
      if (holds) return operation.value;
      return operation.answer ? state : undefined;
    }
    case "increment": {
      const before = state ?? 0;
      if (typeof before !== "number") return undefined;
      const after = before + operation.by;
      return operation.answer === undefined || operation.answer.value === after ? after : undefined;
    }
  }
}

/** Whether it leaves the register as it was, by its kind and answer. */
export function changesNothing(operation: RegisterOperation): boolean {
  return operation.kind === "read" || (operation.kind === "cas" && operation.answer?.applied === false);
}

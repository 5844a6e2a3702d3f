/** Whether a guarded resource ever took an older token after a newer one. */
import { answeredOf, type Operation } from "./operation.ts";
import type { Violation } from "./violation.ts";
import { pairThatWentBack } from "./went-back.ts";

/**
 * Accepted writes can be put in an order of rising tokens, each between its invocation and its return, exactly if none
 * began after one with a newer token had returned. Refusals and unanswered writes prove nothing here.
 */
export function checkFence(key: string, operations: readonly Operation[]): Violation | undefined {
  const accepted = answeredOf(operations, "fenced-write").filter(({ answer }) => answer.accepted);
  const pair = pairThatWentBack(accepted, ({ token }) => token);
  if (!pair) return undefined;
  const [newer, older] = pair;
  return {
    kind: "fenced-write-went-back",
    key,
    operations: pair,
    because: `"${key}" accepted a write of ${older.process} under token ${older.token} after it had accepted one of ${newer.process} under token ${newer.token}`,
  };
}

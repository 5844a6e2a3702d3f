/** Whether processes really raced: how many of their writes were on their way at the same moment. */
import type { Attempt } from "./orders.ts";

/** The most attempts whose times from sending to answer share a moment. */
export function mostAtOnce(attempts: readonly Pick<Attempt, "sentAtMs" | "answeredAtMs">[]): number {
  return Math.max(
    0,
    ...attempts.map(
      ({ sentAtMs }) =>
        attempts.filter((other) => other.sentAtMs <= sentAtMs && sentAtMs < other.answeredAtMs).length,
    ),
  );
}

/** What a history says that cannot be, in types and in a sentence. */
import type { Operation } from "./operation.ts";

/** Which promise is broken. */
export type ViolationKind =
  /** Two holders were sure of one lease at the same moment. */
  | "overlapping-leases"
  /** Two grants of one lease had one token. */
  | "token-granted-twice"
  /** A later grant had a smaller token. */
  | "token-went-back"
  /** A write was accepted after one with a newer token. */
  | "fenced-write-went-back"
  /** Two operations replaced the same state, so one of them is lost. */
  | "lost-update"
  /** A read answered what had been replaced. */
  | "stale-read"
  /** A read answered what nobody had begun to write. */
  | "value-from-nowhere"
  /** No order explains the answers, and none of the kinds above says why. */
  | "not-linearizable";

/** One broken promise. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly key: string;
  /** Those that cannot all be true, or that show it best, the earlier first. */
  readonly operations: readonly Operation[];
  /** One sentence. */
  readonly because: string;
}

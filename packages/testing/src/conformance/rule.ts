/** One rule of the port, and what its check is given. */
import type { Store } from "@fencepost/core";
import type { Pace } from "../contention/pace.ts";

/** What a rule's check works with. `signal` aborts when the case's limit is reached, and is another one for each call. */
export interface Scope extends Pace {
  readonly store: Store;
  /** What every key of this run begins with; ends with a slash. Nobody else writes under it. */
  readonly prefix: string;
  /** Another view of the same store. Closed, as `store` is, when the case ends. */
  open(): Promise<Store>;
  /** A key under the prefix, which is deleted when the case ends. */
  key(name: string): string;
}

export interface Rule {
  /** What a store must do, as a sentence. */
  readonly name: string;
  /** @throws ConformanceError where the store does otherwise; NotApplicable where the rule does not concern it. */
  check(scope: Scope): Promise<void>;
  /** For a longer limit where a store takes one write of a key only so often. @default 10 */
  readonly writesOfOneKey?: number;
}

/** The rule does not concern this store, by what the store says of itself. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

/**
 * A history as lines of JSON: one when an operation begins, one when it is answered. A process that is killed in between
 * leaves the first alone, which is what happened.
 */
import type { Answer, Call } from "./operation.ts";

/** An operation begins. */
export type InvokeLine = Call & LinePlace;

/** It is answered; `null`: its outcome is unknown, as if this line were missing. */
export type ReturnLine = LinePlace & { readonly answer: Answer | null };

/** One line of a history. */
export type HistoryLine = InvokeLine | ReturnLine;

/** Who, which, when. */
export interface LinePlace {
  readonly process: string;
  /** Tells the operations of one process apart. */
  readonly id: number;
  /** Milliseconds of the one clock of the history. */
  readonly atMs: number;
}

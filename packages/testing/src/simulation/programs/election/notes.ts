import type { Election } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { LeaseBook } from "../lease/lease-book.ts";
import type { ViewBook } from "./view-book.ts";
import type { WorkBook } from "./work-book.ts";

/** Where what happens in a run is noted. */
export interface Notes {
  readonly journal: Journal;
  readonly book: LeaseBook;
  readonly works: WorkBook;
  readonly views: ViewBook;
}

export const schema = (input: unknown): string => {
  if (typeof input !== "string") throw new TypeError("not a text");
  return input;
};

/** Timers tell whole milliseconds. */
export const slipMs = 5;

/** One who stands in an election, once. */
export interface Candidate {
  /** What it is called in the record, and the first thing that it shows. */
  readonly call: string;
  readonly election: Election<string>;
}

/** What the parent asks of a worker process, and what it answers. Everything is what JSON can carry. */
import type { Version } from "@fencepost/core";
import type { Verdict } from "../contention/race.ts";

/** How a process opens the store under test. */
export interface StoreModule {
  /** URL of an ES module. */
  readonly module: string;
  /** The function in it that opens the store. */
  readonly exportName: string;
  /** What it is called with. */
  readonly argument: unknown;
}

export interface ObjectState {
  readonly text: string;
  readonly version: Version;
}

/** A contender's own account. Times are those of the machine's monotonic clock, which its processes share. */
export interface Attempt {
  readonly verdict: Verdict;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** Each order, with what it asks and what it is answered. */
export interface Orders {
  readonly open: { readonly ask: StoreModule; readonly answer: null };
  readonly create: { readonly ask: { readonly key: string; readonly text: string }; readonly answer: null };
  readonly read: { readonly ask: { readonly key: string }; readonly answer: ObjectState | null };
  /** Delete it, if it is there. */
  readonly remove: { readonly ask: { readonly key: string }; readonly answer: null };
  /** Have everything at hand for the race, so that only the write is left. */
  readonly ready: {
    readonly ask: { readonly key: string; readonly text: string; readonly replaces: Version | null };
    readonly answer: null;
  };
  /** Write at that moment. */
  readonly go: { readonly ask: { readonly atMs: number }; readonly answer: Attempt };
  readonly add: {
    readonly ask: {
      readonly key: string;
      readonly lines: readonly string[];
      readonly attemptsMax: number;
      readonly atMs: number;
    };
    readonly answer: null;
  };
}

export type OrderName = keyof Orders;

export interface Order<N extends OrderName = OrderName> {
  readonly id: number;
  readonly name: N;
  readonly ask: Orders[N]["ask"];
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

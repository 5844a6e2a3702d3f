/** What an actor can be asked to do, and what it answers. Everything is what JSON can carry. */

/** Where its store is, and how its coordinator is made. */
export interface Stage {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly holder: string;
  readonly requestTimeoutMs?: number;
  readonly expiry?: "store-clock" | "observed";
}

/** One call of `update`, as its own process saw it. */
export type UpdateEnding = "written" | "unchanged" | "conflict" | "unknown";

/** How many calls of `update` ended so after so many rounds. */
export interface UpdateCalls {
  readonly ending: UpdateEnding;
  readonly rounds: number;
  readonly calls: number;
}

export interface CountReport {
  readonly calls: readonly UpdateCalls[];
  /** What its store was asked, all together. */
  readonly requests: number;
}

/** Each deed, with what it asks and what it is answered. */
export interface Deeds {
  readonly open: { readonly ask: Stage; readonly answer: null };
  /** Adds one to the counter document, `times` times, each by an `update`, whatever others do to it. */
  readonly count: {
    readonly ask: { readonly key: string; readonly times: number };
    readonly answer: CountReport;
  };
}

export type Deed = keyof Deeds;

/** The counter document: the sum, and what each has added of it. */
export interface Counter {
  readonly total: number;
  readonly by: Readonly<Record<string, number>>;
}

/** Why a deed was not done. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly reason?: string;
}

export type FromActor =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure };

/** What an actor can be asked to do, and what it answers. Everything is what JSON can carry. */

import type { LeaseOptions } from "@fencepost/core";

/** Where its store is, and how its coordinator is made. */
export interface Stage {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly holder: string;
  readonly requestTimeoutMs?: number;
  readonly expiry?: "store-clock" | "observed";
  /** A file to which it appends what it asked and was told. */
  readonly history?: string;
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

/** `ran`, `recorded` (by an earlier attempt), or the code of the error. */
export interface OnceOutcome {
  readonly intent: string;
  readonly ended: string;
  readonly value?: string;
  /** The attempt of which nobody can tell. */
  readonly token?: number;
}

/** Each deed, with what it asks and what it is answered. */
export interface Deeds {
  readonly open: { readonly ask: Stage; readonly answer: null };
  /** Adds one to the counter document, `times` times, each by an `update`, whatever others do to it. */
  readonly count: {
    readonly ask: { readonly key: string; readonly times: number };
    readonly answer: CountReport;
  };

  /** From now on its writes of these objects wait just before they are sent. */
  readonly shut: { readonly ask: { readonly names: readonly string[] }; readonly answer: null };
  /** Answers once so many wait. */
  readonly caught: { readonly ask: { readonly count: number }; readonly answer: null };
  /** Sends them, and answers what the store said to each: `written`, `refused`, … */
  readonly letGo: { readonly ask: object; readonly answer: readonly string[] };
  /** Of the object, by its name in the store; `null`: there is none. */
  readonly version: { readonly ask: { readonly name: string }; readonly answer: string | null };

  /** `null`: somebody else has it, and `waitMs` is over. */
  readonly acquire: {
    readonly ask: {
      readonly key: string;
      /** Not before that moment of the machine's monotonic clock. */
      readonly atMs?: number;
      readonly waitMs?: number;
    } & LeaseOptions;
    readonly answer: { readonly token: number | null };
  };
  /** Contenders of one process, round after round until one shows something; answers the tokens that each granted. */
  readonly contend: {
    readonly ask: {
      readonly key: string;
      readonly contenders: number;
      readonly rounds: number;
      readonly ttlMs: number;
    };
    readonly answer: { readonly winners: readonly (readonly number[])[] };
  };
  readonly release: {
    readonly ask: { readonly key: string };
    readonly answer: { readonly outcome: string; readonly requests: number };
  };
  /** Answers at the next renewal of any lease. */
  readonly renewal: { readonly ask: object; readonly answer: null };
  /** Answers once the lease is lost. */
  readonly loss: {
    readonly ask: { readonly key: string };
    readonly answer: { readonly reason: string; readonly message: string };
  };
  /** Works under the lease for so long, or until it is told to end. Answers `held`, or why the lease was lost before it began. */
  readonly hold: {
    readonly ask: { readonly key: string; readonly ms?: number };
    readonly answer: { readonly ended: string };
  };
  readonly holdNoMore: { readonly ask: { readonly key: string }; readonly answer: null };
  readonly inspect: {
    readonly ask: { readonly key: string };
    readonly answer: { readonly state: string; readonly token: number | null };
  };

  readonly claim: {
    readonly ask: { readonly document: string; readonly lease: string };
    readonly answer: null;
  };
  /** Answers `written` or the code of its error, and how many requests to write were sent. */
  readonly write: {
    readonly ask: { readonly document: string; readonly value: unknown };
    readonly answer: { readonly ended: string; readonly sent: number };
  };
  /** Sets out on each in turn. Its effect is a line in the file `effects`; with `stays` it then waits for `goOn`. */
  readonly once: {
    readonly ask: {
      readonly intents: readonly string[];
      readonly effects: string;
      readonly ttlMs: number;
      readonly waitMs: number;
      readonly stays: boolean;
    };
    readonly answer: { readonly outcomes: readonly OnceOutcome[] };
  };
  readonly goOn: { readonly ask: object; readonly answer: null };
  /** It has happened, with that result. */
  readonly resolve: {
    readonly ask: { readonly intent: string; readonly token: number; readonly value: string };
    readonly answer: null;
  };
  readonly read: {
    readonly ask: { readonly document: string };
    readonly answer: { readonly value: unknown; readonly token: number | null };
  };

  /** Stands in an election from now on. As the leader it notes its term in the file `terms`, claims the document and writes it. */
  readonly lead: {
    readonly ask: {
      readonly key: string;
      readonly document: string;
      readonly terms: string;
      readonly ttlMs: number;
    };
    readonly answer: null;
  };
  /** Answers once it stands in the election no more, and leads no more. */
  readonly leadNoMore: { readonly ask: object; readonly answer: null };
  readonly leader: {
    readonly ask: { readonly key: string };
    readonly answer: { readonly value: string | null; readonly token: number | null };
  };

  /** Sends one statement, whose parameters are the value and the token of its lease, to a database that knows no leases. */
  readonly sql: {
    readonly ask: {
      /** The folder of the database's socket. */
      readonly host: string;
      readonly user: string;
      readonly lease: string;
      readonly statement: string;
      readonly value: number;
    };
    readonly answer: { readonly rows: number | null };
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

/** What one row of the quirk table says. The table itself is gcs-quirks.ts and gcs-silences.ts. */

/** What was asked of the store. A put that creates and one that replaces read some answers differently. */
export type Operation = "get" | "create" | "replace" | "delete" | "list";

/** What an answer means. `undecided`: it has not landed, the same may be sent again. `unknown`: it may have landed. */
export type Outcome =
  | "found"
  | "unchanged"
  | "absent"
  | "listed"
  | "written"
  | "refused"
  | "undecided"
  | "unknown"
  | "unavailable"
  | "misconfigured"
  | "unsupported";

/** What is known of a reply when it is looked up. */
export interface Signs {
  /** `none`: no answer came. `no-token`, and `no-token-yet` if another try may find one: nothing was sent. */
  readonly status: number | "none" | "no-token" | "no-token-yet";
  /** Whether a 2xx carries what it must: the generation, or a page of names; `known`: the caller has that generation. */
  readonly holds: "what-it-must" | "known" | "nothing";
  /** Reason and message of an answer, Node's code where there is none; empty if there is nothing. */
  readonly said: string;
}

/** One row: an answer, what it means, why, and where that is written. */
export interface Quirk {
  /** What comes from the store, in words. */
  readonly answer: string;
  readonly on: readonly Operation[];
  /** The first status and the last, or no answer at all. */
  readonly status: readonly [number, number] | Exclude<Signs["status"], number>;
  readonly holds?: Signs["holds"];
  readonly says?: RegExp;
  readonly outcome: Outcome | { readonly read: Outcome; readonly write: Outcome };
  readonly why: string;
  readonly source: string;
  /** What a person can do about it. */
  readonly advice?: string;
  /** The store knows what was asked, and refuses who asked. */
  readonly denied?: true;
}

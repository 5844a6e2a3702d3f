/**
 * What one row of the quirk table says, and which row a reply belongs to. The rows are in gcs-quirks.ts and
 * gcs-quirks-unanswered.ts.
 */

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

export const writes: readonly Operation[] = ["create", "replace", "delete"];
export const anything: readonly Operation[] = ["get", "list", ...writes];

/** What a write comes to that may have landed: whoever wrote has to find out by a read. */
export const mayHaveLanded = { read: "unavailable", write: "unknown" } as const;
/** What a write comes to that has not landed: the same request may be sent again. */
export const hasNotLanded = { read: "unavailable", write: "undecided" } as const;

/** The first row of `table` that fits. */
export function quirkOf(table: Readonly<Record<string, Quirk>>, operation: Operation, signs: Signs): Quirk {
  const row = Object.values(table).find((each) => fits(each, operation, signs));
  if (!row) throw new Error(`unreachable: no row for ${operation} and ${signs.status}`);
  return row;
}

/** The outcome for that operation. */
export function outcomeOf({ outcome }: Quirk, operation: Operation): Outcome {
  if (typeof outcome === "string") return outcome;
  return outcome[operation === "get" || operation === "list" ? "read" : "write"];
}

function fits(row: Quirk, operation: Operation, signs: Signs): boolean {
  if (!row.on.includes(operation)) return false;
  if (row.holds !== undefined && row.holds !== signs.holds) return false;
  if (row.says !== undefined && !row.says.test(signs.said)) return false;
  if (typeof row.status === "string" || typeof signs.status === "string") return row.status === signs.status;
  return row.status[0] <= signs.status && signs.status <= row.status[1];
}

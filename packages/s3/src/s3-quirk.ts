/**
 * What one row of the quirk table says, and which row an answer belongs to. The rows are in s3-quirks.ts and
 * s3-quirks-unanswered.ts.
 */

/** What was asked. A write that creates and one that replaces read some answers differently. */
export type Operation = "get" | "create" | "replace" | "delete" | "list";

/** What becomes of it. `undecided`: it has not happened, the same may be sent again. `unknown`: it may have happened. */
export type Outcome =
  | "absent"
  | "unchanged"
  | "refused"
  | "undecided"
  | "unknown"
  | "unavailable"
  | "misconfigured"
  | "unsupported";

/** A status; or, without one, `unsent` if nothing has left, and `none` if nothing came back. */
export type Ending = number | "unsent" | "none";

/** One row of the table. */
export interface Quirk {
  /** What comes from the store, in words. */
  readonly answer: string;
  readonly on: readonly Operation[];
  /** The first status and the last, or none. */
  readonly status: readonly [number, number] | Exclude<Ending, number>;
  /** The error codes of S3, or of Node where there was no answer; an empty one is no code. @default any, or none */
  readonly codes?: readonly string[];
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
export function quirkOf(
  table: Readonly<Record<string, Quirk>>,
  operation: Operation,
  end: Ending,
  code: string,
): Quirk {
  const row = Object.values(table).find(
    ({ on, status, codes }) =>
      on.includes(operation) && covers(status, end) && (codes === undefined || codes.includes(code)),
  );
  if (!row) throw new Error(`unreachable: no row for ${operation} and ${end}`);
  return row;
}

/** The outcome for that operation. */
export function outcomeOf({ outcome }: Quirk, operation: Operation): Outcome {
  if (typeof outcome === "string") return outcome;
  return outcome[operation === "get" || operation === "list" ? "read" : "write"];
}

function covers(status: Quirk["status"], end: Ending): boolean {
  if (typeof status === "string" || typeof end === "string") return status === end;
  return status[0] <= end && end <= status[1];
}

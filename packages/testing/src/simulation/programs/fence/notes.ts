/** What the processes of a run and those who look at it share. */
import type { Document, FencingToken } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { DocumentBook } from "./document-book.ts";
import type { Content } from "./marked-write.ts";

/** Of the lease that guards the documents. */
export const leaseKey = "x";

export interface Notes {
  readonly journal: Journal;
  readonly documents: readonly DocumentBook[];
  readonly uniqueVersions: boolean;
  /** Records of the lease that were deleted, or replaced by older ones. */
  readonly resets: () => number;
}

/** A process, and what it has to remember. */
export interface Guard extends Notes {
  readonly self: Participant;
  /** A document has seen this token, and the lease's own lineage has begun anew. */
  tokenAbove: FencingToken | undefined;
}

export function opened({ coordinator }: Participant, { key }: DocumentBook): Document<Content> {
  return coordinator.document<Content>(key, { schema: (input) => input as Content });
}

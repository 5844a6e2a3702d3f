import type { SimulatedWrite } from "../../engine/program.ts";
import { type WrittenRecord, writtenRecord } from "../lease/written-record.ts";

/** What the books need of an election's record. */
export interface WrittenTerm extends WrittenRecord {
  readonly renewals: number;
  /** What the leader shows. */
  readonly value: string | undefined;
  /** Freed by somebody else. */
  readonly isForced: boolean;
}

export function writtenTerm(write: SimulatedWrite): WrittenTerm & { readonly id: string } {
  const { renewals, value, forced } = JSON.parse(new TextDecoder().decode(write.body));
  return { ...writtenRecord(write), renewals, value, isForced: forced !== undefined };
}

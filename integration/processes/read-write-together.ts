/** Readers and writers of one lock, and who of them met. */
import type { ServerStore } from "../stores/server-store.ts";
import { overlaps, type Stay } from "./stays.ts";
import { playTogether, type TogetherOptions } from "./stays-together.ts";

export interface Meeting {
  readonly reads: readonly Stay[];
  readonly writes: readonly Stay[];
  /** A writer with anybody else. */
  readonly met: readonly (readonly [Stay, Stay])[];
  /** Reads that were inside together: a lock that lets in one at a time would show nothing. */
  readonly shared: number;
  readonly complaints: string;
}

export async function readAndWrite(
  store: ServerStore,
  options: Omit<TogetherOptions, "program">,
): Promise<Meeting> {
  const { stays, complaints } = await playTogether(store, { program: "reader-writer.mjs", ...options });
  const reads = stays.filter(({ kind }) => kind === "read");
  return {
    reads,
    writes: stays.filter(({ kind }) => kind === "write"),
    met: overlaps(stays, (one, other) => one.kind === "read" && other.kind === "read"),
    shared: overlaps(reads, () => false).length,
    complaints,
  };
}

/**
 * A leader that keeps a state: which worker has which shard. The state is a document that is claimed at the beginning of
 * each term, so the store refuses what a leader of before still sends. Whoever reads it needs no lease, and a leader that
 * comes next goes on from what stands there.
 */
import type { Coordinator } from "@fencepost/core";

export interface Assignment {
  readonly shards: Readonly<Record<string, string>>;
}

/** Runs until `signal` aborts, on as many machines as you like: one at a time keeps the assignment. */
export async function keepAssignment(
  coordinator: Coordinator,
  signal: AbortSignal,
  assign: (before: Assignment | undefined, signal: AbortSignal) => Promise<Assignment>,
): Promise<void> {
  await coordinator.election("scheduler").lead({ signal }, async (term) => {
    // First of all: from here on no earlier leader can write it, however late it comes.
    const state = await assignmentOf(coordinator).fence(term);
    while (!term.signal.aborted) {
      const { value: before } = await state.read();
      const next = await assign(before, term.signal);
      await state.write(next, { signal: term.signal });
    }
  });
}

/** Read by every worker. */
export async function shardsOf(coordinator: Coordinator, worker: string): Promise<readonly string[]> {
  const { value } = await assignmentOf(coordinator).read();
  return Object.entries(value?.shards ?? {}).flatMap(([shard, of]) => (of === worker ? [shard] : []));
}

const assignmentOf = (coordinator: Coordinator) =>
  coordinator.document<Assignment>("assignment.json", { schema: (input) => input as Assignment });

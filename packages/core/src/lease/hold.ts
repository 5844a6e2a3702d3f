/** From a grant to what its holder has: a term that is watched, heartbeats, and what comes after the release. */
import type { Clock } from "../base/clock.ts";
import type { RecordCell } from "../record/cell.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present } from "../record/read.ts";
import type { Ask } from "./ask.ts";
import type { Grant } from "./attempt.ts";
import type { Contender } from "./contender.ts";
import { keepRenewed } from "./keeper.ts";
import { type Term, watch } from "./term.ts";

/** What a handle stands on. */
export interface Holding {
  readonly term: Term;
  readonly cell: RecordCell<LeaseRecord>;
  readonly clock: Clock;
  /** Called once, after the release, with what stands in the store if our last write is the newest. */
  onFreed(state: Present<LeaseRecord> | undefined): void;
}

/** Everything that was granted goes through here. */
export function hold(contender: Contender, { place }: Ask, { term, cell }: Grant, sinceMs: number): Holding {
  const { clock, random, onEvent } = contender.access;
  const { key, token, timing } = term.granted;
  onEvent({ type: "lease.acquired", key, token, waitedMs: clock.monotonicMs() - sinceMs });
  void watch(term, clock);
  if (timing.renewEveryMs !== undefined) {
    void keepRenewed(term, cell, { ms: timing.renewEveryMs, clock, random });
  }
  return {
    term,
    cell,
    clock,
    onFreed(state) {
      if (state) contender.freed.set(place.name, state);
      contender.lines.wake(place.name);
    },
  };
}

/** What a coordinator reports while it works. For logs and metrics; nothing has to listen. */
import type { LeaseLostError } from "./errors.ts";
import type { FencingToken } from "./token.ts";

/** `lapsed`: somebody may have been in between, the work is suspect. `unconfirmed`: it ended in time, the store was silent. */
export type ReleaseOutcome = "released" | "lapsed" | "unconfirmed";

/** One thing that happened to `key`, told apart by `type`. Durations are in milliseconds. */
export type CoordinationEvent = { readonly key: string } & (
  | { readonly type: "lease.acquired"; readonly token: FencingToken; readonly waitedMs: number }
  | {
      readonly type: "lease.renewed" | "lease.uncertain";
      readonly token: FencingToken;
      readonly remainingMs: number;
    }
  | {
      readonly type: "lease.released";
      readonly token: FencingToken;
      readonly outcome: ReleaseOutcome;
      readonly heldMs: number;
    }
  | { readonly type: "lease.lost"; readonly token: FencingToken; readonly error: LeaseLostError }
  | { readonly type: "lease.contended"; readonly token: FencingToken; readonly holder: string }
  /**
   * A foreign lease is judged by watching it for its ttl, and not by its age: `no-age`, the store's answer told nothing of
   * it; `clocks-apart`, the store's clock moved unlike our own while we waited.
   */
  | {
      readonly type: "lease.fallback";
      readonly token: FencingToken;
      readonly holder: string;
      readonly why: "no-age" | "clocks-apart";
    }
  /** What came of an attempt of `once`, as its record says it. */
  | {
      readonly type: "once.ended";
      readonly token: FencingToken;
      readonly as: "done" | "open" | "stopped";
    }
  /** The store is down, and the call site had said to go on without it. */
  | { readonly type: "lease.unguarded"; readonly cause: Error }
  /** A write whose answer was lost or refused has been settled by a read. `writeId` is the first of its record's `recent`. */
  | { readonly type: "write.settled"; readonly outcome: string; readonly writeId: string }
  /** A writer was refused because a newer token stands in the document: it had been late. */
  | {
      readonly type: "document.fenced";
      readonly token: FencingToken;
      readonly newerToken: FencingToken;
    }
  /** Somebody else wrote the document first. */
  | { readonly type: "write.conflict" }
  | {
      readonly type: "store.request";
      readonly operation: "get" | "put" | "delete" | "list";
      readonly outcome: string;
      /** What the store said, where it was neither yes nor no: a busy key, an outage, a clock that is off. */
      readonly detail?: string | undefined;
      readonly durationMs: number;
    }
  /**
   * This machine's wall clock is ahead of the store's by so much, or behind if it is negative, as the store says. No lease
   * rests on it; signatures do, and whatever else on this machine believes it.
   */
  | { readonly type: "clock.skewed"; readonly aheadMs: number }
  | { readonly type: "store.warning"; readonly message: string }
);

export type OnEvent = (event: CoordinationEvent) => void;

/** Calls a listener so that its throw is reported as uncaught, and never felt by a lease. */
export function guardedListener(listener: OnEvent | undefined): OnEvent {
  if (!listener) return () => {};
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

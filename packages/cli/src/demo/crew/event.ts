/** What can be seen to happen in a demo. Times are those of {@link machineMs}. */
import type { LossReason, PutResult, ReleaseOutcome } from "@fencepost/core";

/** The three on the stage, as they are called on the screen. */
export const workerNames = ["A", "B", "C"] as const;

export type WorkerName = (typeof workerNames)[number];

/** What a worker says of itself. */
export type Report = { readonly atMs: number } & (
  | { readonly type: "started"; readonly pid: number }
  | { readonly type: "granted"; readonly token: number }
  /** `count`: so many entries under this token. */
  | { readonly type: "wrote"; readonly token: number; readonly count: number }
  | { readonly type: "lost"; readonly token: number; readonly reason: LossReason }
  /** After its loss it sent what it was about to write all the same, and the store answered so. */
  | { readonly type: "late-write"; readonly token: number; readonly answer: PutResult["kind"] }
  | { readonly type: "released"; readonly token: number; readonly outcome: ReleaseOutcome }
  /** The store, or the lease, could not be used at all. */
  | { readonly type: "failed"; readonly message: string; readonly exitCode: number }
);

/** What was done to a worker, and its end. */
type Deed = { readonly atMs: number } & (
  | { readonly type: "called" | "killed" | "stopped" | "continued" | "dismissed" }
  | { readonly type: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
);

export type DemoEvent = { readonly worker: WorkerName } & (Report | Deed);

/** The events of one type. */
export type EventOf<T extends DemoEvent["type"]> = Extract<DemoEvent, { readonly type: T }>;

/** What a worker is told when it is started. */
export interface Brief {
  readonly worker: WorkerName;
  /** A store's URL. */
  readonly store: string;
  readonly key: string;
  readonly ttlMs: number;
  /** Path of the ledger. */
  readonly ledger: string;
}

/** What a worker is told to do: to ask for the lease; to end its work and let the lease go. */
export type Order = "ask" | "finish";

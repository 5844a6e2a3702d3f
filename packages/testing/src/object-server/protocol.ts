/**
 * What a store's protocol is to the server that speaks it: pure functions, one that reads a request, one that decides it,
 * and one that words a failure. Time, connections, faults and the log are the server's.
 */
import type { AnswerAction, DenyAction } from "../faults/fault-action.ts";
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import type { CostClass } from "./cost.ts";

/** What every request asks, whatever the store. A protocol adds what it needs to decide. */
export interface Asked {
  /** The store's own name of it, such as `PutObject`; empty if it was not understood. */
  readonly operation: string;
  readonly bucket: string;
  /** The object's name, unescaped; empty for a request about a bucket. */
  readonly key: string;
  /** Reads an object: a fault can make it stale. */
  readonly isRead: boolean;
}

/** An answer, sent as it stands; the server adds `Date` and `Content-Length`. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** @default nothing */
  readonly body?: string | Uint8Array | undefined;
}

/** What becomes of a request. */
export interface Decision<O> {
  /** In one word, for the log: `written`, `refused`, `found`, `unchanged`, `absent`, … */
  readonly decided: string;
  readonly answer: Answer;
  /** What the object of the request becomes; `undefined` in it: removed. @default nothing changes */
  readonly effect?: { readonly object: O | undefined } | undefined;
  /** A bucket that there is from now on. */
  readonly newBucket?: string | undefined;
  readonly cost: CostClass;
}

/** What a decision is made on. */
export interface Situation<O> {
  readonly nowMs: number;
  readonly hasBucket: boolean;
  /** The object of the request as it stands; for a read that a fault makes stale, as it stood. */
  readonly found: O | undefined;
  /** Names and objects of the request's bucket that start so, in the order of their UTF-8 bytes. */
  list(prefix: string): readonly (readonly [string, O])[];
  /** The object has changed between the arrival of this request and now. */
  readonly overtaken: boolean;
  /** When the object changed last, removal included. */
  readonly changedAtMs: number | undefined;
  /** A fault wants every condition of the request to be passed over. */
  readonly ignoreConditions: boolean;
  /** A fault refuses the caller: always, or as one who may not know that an object is missing. */
  readonly deny: DenyAction["what"] | undefined;
  /** Grows with every change: for versions that must not repeat. */
  readonly revision: number;
}

/** A store's protocol. */
export interface Protocol<A extends Asked, O> {
  parse(request: RecordedRequest): A;
  decide(asked: A, situation: Situation<O>): Decision<O>;
  /** How the store would word that status, which a fault answers; the server leaves the body out if the fault says so. */
  fail(asked: A, status: AnswerAction["status"]): Decision<O>;
}

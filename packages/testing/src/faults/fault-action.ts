/**
 * What can go wrong with one request, as data. Which of it a server can do is in its type: `ServerAction` is what a
 * strict server does to requests for objects, `ProxyAction` what can be done between a client and a server that knows
 * nothing of it.
 */
import type { Wait } from "./hold.ts";

/** Whether the request had changed the object when the fault struck. */
export type FaultMoment = "before-effect" | "after-effect";

/**
 * The request waits before it takes effect, and then goes on as if nothing had been. A client that gives up meanwhile
 * does not stop it.
 */
export type DelayAction = { readonly kind: "delay" } & Wait;

/** The connection is closed without an answer. */
export interface DropAction {
  readonly kind: "drop";
  readonly when: FaultMoment;
}

/**
 * After the effect: the connection is closed after the headers and half of the answer's body. Of an answer that has no
 * body, nothing is sent.
 */
export interface CutAction {
  readonly kind: "cut";
}

/** The connection is closed without an answer, and the request takes effect later, with its condition judged then. */
export type LandLateAction = { readonly kind: "land-late" } & Wait;

/** Another answer than the true one. */
export interface AnswerAction {
  readonly kind: "answer";
  readonly status: 409 | 429 | 500 | 503;
  /** `false`: without the provider's error in it, as from a balancer in front of it. @default true */
  readonly body?: boolean | undefined;
  /** @default "before-effect" */
  readonly when?: FaultMoment | undefined;
}

/** The answer's `Date`: none, the true one moved by some milliseconds, or whatever stands here. */
export type DateAction = { readonly kind: "date" } & (
  | { readonly missing: true }
  | { readonly skewMs: number }
  | { readonly value: string }
);

/** The answer does not say when the object was written. */
export interface NoLastModifiedAction {
  readonly kind: "no-last-modified";
}

/** The answer comes from a cache, and says for how long it has lain there (RFC 9111, section 5.1). */
export interface AgeAction {
  readonly kind: "age";
  readonly seconds: number;
}

/** A read shows the object as it was before its last writes. Nothing but this answer is old. */
export interface StaleReadAction {
  readonly kind: "stale-read";
  /** How many writes back. @default 1 */
  readonly back?: number | undefined;
}

/** The object is as it was before its last writes, for everybody and from then on; then the request is served. */
export interface RollBackAction {
  readonly kind: "roll-back";
  /** How many writes back. @default 1 */
  readonly back?: number | undefined;
}

/** The request is served as if it had no condition. */
export interface IgnoreConditionAction {
  readonly kind: "ignore-condition";
}

/**
 * A 403. `"missing"`: only where there is no such object, as AWS answers those who may not list the bucket.
 * `"always"`: as for a key that a policy denies.
 */
export interface DenyAction {
  readonly kind: "deny";
  readonly what: "missing" | "always";
}

/** The connection is closed before any effect, as is every other one, and none can be made until the time is over. */
export interface RefuseConnectionsAction {
  readonly kind: "refuse-connections";
  readonly ms: number;
}

/** What a strict server can do to a request. */
export type ServerAction =
  | DelayAction
  | DropAction
  | CutAction
  | LandLateAction
  | AnswerAction
  | DateAction
  | NoLastModifiedAction
  | AgeAction
  | StaleReadAction
  | RollBackAction
  | IgnoreConditionAction
  | DenyAction;

/** What can be done to a request on its way. */
export type ProxyAction = DelayAction | DropAction | CutAction | LandLateAction | RefuseConnectionsAction;

/** Everything that a rule can say. */
export type FaultAction = ServerAction | ProxyAction;

/** The kinds of `ProxyAction`. */
export const proxyKinds: readonly ProxyAction["kind"][] = [
  "delay",
  "drop",
  "cut",
  "land-late",
  "refuse-connections",
];

/** The kinds of `ServerAction`. */
export const serverKinds: readonly ServerAction["kind"][] = [
  "delay",
  "drop",
  "cut",
  "land-late",
  "answer",
  "deny",
  "date",
  "no-last-modified",
  "age",
  "stale-read",
  "roll-back",
  "ignore-condition",
];

/** What of an exchange a fault decides. Only one can decide it: a connection that is dropped is not cut as well. */
export type Aspect = "time" | "ending" | "date" | "last-modified" | "age" | "state" | "condition";

export const aspects: Readonly<Record<FaultAction["kind"], Aspect>> = {
  delay: "time",
  drop: "ending",
  cut: "ending",
  "land-late": "ending",
  answer: "ending",
  deny: "ending",
  "refuse-connections": "ending",
  date: "date",
  "no-last-modified": "last-modified",
  age: "age",
  "stale-read": "state",
  "roll-back": "state",
  "ignore-condition": "condition",
};

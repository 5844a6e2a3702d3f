/**
 * Failures, divided by what the caller does next. Expected outcomes are values, and a wrong argument is a
 * `TypeError` or `RangeError`; everything that the store or another process can cause is one of these.
 *
 * Messages say what was tried, what the store answered and what to do; they are for people and may change.
 * `code` and the data fields are the interface.
 */
import type { FencingToken } from "./token.ts";

/** What kind of failure it is: one code for each thing that a caller can do next. */
export type ErrorCode =
  | "contended"
  | "lease-lost"
  | "fenced"
  | "conflict"
  | "unavailable"
  | "unknown-outcome"
  | "bad-record"
  | "unsupported-store"
  | "misconfigured";

/** Why a lease ended before its holder let it go (protocol, section 5). */
export type LossReason =
  | "expired"
  | "superseded"
  | "deleted"
  | "released"
  | "frozen"
  | "timeout"
  | "handed-over"
  | "rolled-back";

/** What the guarded work did, as far as was known when its lease was found to be lost. */
export type WorkState =
  | { readonly state: "returned"; readonly value: unknown }
  | { readonly state: "threw"; readonly error: unknown }
  | { readonly state: "running" };

export interface ErrorDetails {
  readonly key?: string | undefined;
  readonly cause?: unknown;
}

/** Marks our errors across two copies of this package, where `instanceof` fails. */
const brand: symbol = Symbol.for("@fencepost/core/CoordinationError");
const notDone: symbol = Symbol.for("@fencepost/core/NotDoneError");

/** What all failures have in common. Told apart by `code`; recognised by {@link isCoordinationError}. */
export abstract class CoordinationError extends Error {
  abstract readonly code: ErrorCode;
  readonly key: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.key = details.key;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Somebody else holds it. Try later. */
export class ContendedError extends CoordinationError {
  override readonly name = "ContendedError";
  readonly code = "contended";
  readonly holder: string;
  readonly token: FencingToken;
  /** Milliseconds until it may be taken if it is not renewed; `undefined` where nobody can tell yet. */
  readonly expiresInMs: number | undefined;

  constructor(
    message: string,
    details: ErrorDetails & {
      readonly holder: string;
      readonly token: FencingToken;
      readonly expiresInMs: number | undefined;
    },
  ) {
    super(message, details);
    this.holder = details.holder;
    this.token = details.token;
    this.expiresInMs = details.expiresInMs;
  }
}

export interface Successor {
  readonly holder: string;
  readonly token: FencingToken;
}

/** The lease ended while it was needed. Stop; the outcome of the work is unknown. */
export class LeaseLostError extends CoordinationError {
  override readonly name = "LeaseLostError";
  readonly code = "lease-lost";
  readonly reason: LossReason;
  readonly token: FencingToken | undefined;
  /** Where a document has seen a larger token than the lease's own: acquire anew, with `tokenAbove` this one. */
  readonly newerToken: FencingToken | undefined;
  /** Who holds it now, where that was seen. */
  readonly successor: Successor | undefined;
  /** As `signal.reason` it is always `running`. */
  readonly work: WorkState;

  constructor(
    message: string,
    details: ErrorDetails & {
      readonly reason: LossReason;
      readonly token?: FencingToken | undefined;
      readonly newerToken?: FencingToken | undefined;
      readonly successor?: Successor | undefined;
      readonly work?: WorkState | undefined;
    },
  ) {
    super(message, details);
    this.reason = details.reason;
    this.token = details.token;
    this.newerToken = details.newerToken;
    this.successor = details.successor;
    this.work = details.work ?? { state: "running" };
  }
}

/**
 * A newer token was seen, or any token by a writer without one. Stop for ever. Throw it yourself when another resource
 * refused your token.
 */
export class FencedError extends CoordinationError {
  override readonly name = "FencedError";
  readonly code = "fenced";
  /** Yours; `undefined` where you wrote without a lease. */
  readonly token: FencingToken | undefined;
  readonly newerToken: FencingToken | undefined;

  constructor(
    message: string,
    details: {
      readonly key: string;
      readonly token: FencingToken | undefined;
      readonly newerToken?: FencingToken | undefined;
    },
  ) {
    super(message, details);
    this.token = details.token;
    this.newerToken = details.newerToken;
  }
}

/** Somebody else wrote first, too often. Back off. */
export class ConflictError extends CoordinationError {
  override readonly name = "ConflictError";
  readonly code = "conflict";
}

/**
 * Throw it from the work of `once` when the effect certainly did not happen: the intent is open again, and whoever comes
 * next may try. It is no failure of the store or of another process, so it is none of the codes.
 */
export class NotDoneError extends Error {
  override readonly name = "NotDoneError";

  constructor(message: string, options?: { readonly cause?: unknown | undefined }) {
    super(message, options);
    Object.defineProperty(this, notDone, { value: true });
  }
}

/** Works across two copies of this package. */
export function isNotDone(error: unknown): error is NotDoneError {
  return typeof error === "object" && error !== null && notDone in error;
}

/** The store could not be asked. Nothing happened. */
export class UnavailableError extends CoordinationError {
  override readonly name = "UnavailableError";
  readonly code = "unavailable";
  /** Milliseconds by which this machine's clock is ahead of the store's, where the store refused it for that. */
  readonly clockAheadMs: number | undefined;

  constructor(message: string, details: ErrorDetails & { readonly clockAheadMs?: number | undefined } = {}) {
    super(message, details);
    this.clockAheadMs = details.clockAheadMs;
  }
}

/** A write may or may not have happened, and could not be settled in time. Look before you act. */
export class UnknownOutcomeError extends CoordinationError {
  override readonly name = "UnknownOutcomeError";
  readonly code = "unknown-outcome";
  /** The token that the write would have granted, and its holder. */
  readonly token: FencingToken | undefined;
  readonly holder: string | undefined;

  constructor(
    message: string,
    details: ErrorDetails & {
      readonly token?: FencingToken | undefined;
      readonly holder?: string | undefined;
    },
  ) {
    super(message, details);
    this.token = details.token;
    this.holder = details.holder;
  }
}

/** The object is not a record of ours, or of a newer format. Nothing was overwritten. Call a person. */
export class BadRecordError extends CoordinationError {
  override readonly name = "BadRecordError";
  readonly code = "bad-record";
}

/** The store does not keep a promise that this rests on. Change the store. */
export class UnsupportedStoreError extends CoordinationError {
  override readonly name = "UnsupportedStoreError";
  readonly code = "unsupported-store";
}

/** Permission, bucket, region or clock: change the set-up. Never taken for "store down", never retried. */
export class MisconfiguredError extends CoordinationError {
  override readonly name = "MisconfiguredError";
  readonly code = "misconfigured";
  /** The store knows what was asked and refuses who asked: permission or credentials, not place or setting. */
  readonly denied: boolean;

  constructor(message: string, details: ErrorDetails & { readonly denied?: boolean | undefined }) {
    super(message, details);
    this.denied = details.denied ?? false;
  }
}

type AnyError =
  | ContendedError
  | LeaseLostError
  | FencedError
  | ConflictError
  | UnavailableError
  | UnknownOutcomeError
  | BadRecordError
  | UnsupportedStoreError
  | MisconfiguredError;

/** What somebody else's error says. Anything can be thrown: what is no `Error`, and what does not let itself be read. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "something that does not say what it is";
  }
}

/** Works across two copies of the package, where `instanceof` does not. */
export function isCoordinationError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: C,
): error is Extract<AnyError, { readonly code: C }> {
  return (
    error instanceof Error && brand in error && (code === undefined || (error as AnyError).code === code)
  );
}

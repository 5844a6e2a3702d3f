/** What a document shows at one moment. */
import type { FencingToken } from "../../base/token.ts";
import type { Version } from "../../store/store.ts";

/** One state of a document. Always an object: absent, claimed and never written, and present destructure alike. */
export interface Snapshot<T> {
  readonly value: T;
  /**
   * For `compareAndSet`; `undefined`: there is no such object. After a write it may also mean that others replaced it
   * before its answer came: then no version of it is known.
   */
  readonly version: Version | undefined;
  /** The token under which it was last fenced; `undefined` where it is not. */
  readonly token: FencingToken | undefined;
}

/** What an update left. */
export interface Updated<T> extends Snapshot<T> {
  /** How often `change` ran: 1 where nobody came in between. */
  readonly rounds: number;
}

/**
 * Makes the next value from the current one; `undefined`: there is none. May run again, so it must have no side effects.
 * To return `current` itself writes nothing; to change it in place is an error.
 */
export type Change<T> = (current: T | undefined) => T | PromiseLike<T>;

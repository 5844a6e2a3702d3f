/**
 * The port: what a store must be able to do, and nothing else. Four methods, none of them optional.
 *
 * A condition is data, and an unconditional write cannot be expressed. An adapter makes one request a call, gives it
 * the signal, and classifies the answer; time-outs, retries and settling are not its business (protocol, section 2).
 */

/** Opaque: an ETag on S3, a generation on GCS. Compared for equality only. */
export type Version = string & { readonly __version: unique symbol };

/** `"absent"`: create. `{ matches }`: replace that version and no other. */
export type PutCondition = "absent" | { readonly matches: Version };

/** Options that every call of a store takes: a signal that ends the waiting for it. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What the *store* said of time, in one answer. */
export interface StoreTimes {
  /** The store's now, in milliseconds from any origin: only differences of it are used. */
  readonly nowMs: number;
  /** Milliseconds since the last write, all by the store's clock. `Infinity`: from before this machine's boot (SQLite). */
  readonly ageMs: number;
  /** The step in which it tells time, in milliseconds: 1,000 for HTTP headers. */
  readonly resolutionMs: number;
}

/** What is stored beside an object's bytes. A write without them leaves none of the old. */
export interface PutOptions extends CallOptions {
  /** User metadata: names of `a-z`, `0-9` and `-`, values of printable ASCII, 2 KiB in all. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The media type. @default the store's own choice */
  readonly contentType?: string | undefined;
}

/** What a read found: the object, that it has not changed, or that there is none. */
export type GetResult =
  | {
      readonly kind: "found";
      readonly body: Uint8Array;
      readonly metadata: Readonly<Record<string, string>>;
      /** `undefined` where the store keeps none. */
      readonly contentType: string | undefined;
      readonly version: Version;
      /** `undefined`: the answer says nothing of age. Never the client's clock. */
      readonly times: StoreTimes | undefined;
    }
  | { readonly kind: "unchanged"; readonly times: StoreTimes | undefined }
  | {
      readonly kind: "absent";
      /** Where a new lineage of tokens starts: a number that the store has never been behind. */
      readonly tokenSeed: number | undefined;
    };

/** What is known of a write after its answer, or without one (protocol, section 2). */
export type PutResult =
  /** 2xx with a version. */
  | { readonly kind: "written"; readonly version: Version }
  /** The condition did not hold. Not yet a verdict: it may be our own repeated request that met its success. */
  | { readonly kind: "refused" }
  /** Presumed not landed (409 of the conflict codes, 429): the same request may be sent again. */
  | {
      readonly kind: "undecided";
      readonly detail: string;
      /** Milliseconds by which this machine's clock is ahead of the store's, where the store refused it for that. */
      readonly clockAheadMs?: number | undefined;
    }
  /** It may have landed (time-out, reset, abort, any 5xx, 2xx without a version). */
  | { readonly kind: "unknown"; readonly cause: unknown };

/** In what stores differ, as far as the protocol must know. */
export interface StoreCapabilities {
  /**
   * The conditions of this endpoint are known to be honoured, atomically: AWS, Google, SQLite, memory. Where not, a
   * coordinator probes the store before its first lease.
   */
  readonly trusted: boolean;
  /** `false` where a version may be a hash of the bytes, so that equal bytes are one version. */
  readonly uniqueVersions: boolean;
  /** Whether reads carry {@link StoreTimes}. */
  readonly clock: boolean;
  /** Least milliseconds between two writes of one key that the store takes without refusing (429). */
  readonly minWriteIntervalMs: number;
  /** Whether `delete` honours its version; where not, it may only be used where a race cannot matter. */
  readonly conditionalDelete: boolean;
}

/** A bucket, or anything else with conditional writes: the four methods that everything here rests on. */
export interface Store {
  /** For messages: `s3://bucket/prefix`. */
  readonly name: string;
  readonly capabilities: StoreCapabilities;

  /**
   * The newest state. With `unlessVersion`, `unchanged` if that is still the version.
   *
   * @throws UnavailableError if no answer was had, MisconfiguredError if the set-up is at fault; the signal's own reason.
   */
  get(
    key: string,
    options: CallOptions & { readonly unlessVersion?: Version | undefined },
  ): Promise<GetResult>;

  /**
   * Writes if the condition holds, decided by the store in the write itself.
   *
   * Once the request may have left, an abort or a lost connection is the answer `unknown`, not a throw.
   *
   * @throws the signal's own reason if it was aborted before anything was sent; MisconfiguredError,
   *   UnsupportedStoreError where the answer shows that nothing was written and no repeat can help.
   */
  put(key: string, body: Uint8Array, condition: PutCondition, options: PutOptions): Promise<PutResult>;

  /** Removes that version, where the store honours the condition. Errors as in `put`; `written` carries `version` back. */
  delete(key: string, version: Version, options: CallOptions): Promise<PutResult>;

  /** Every key that starts with `prefix`, in no promised order, page by page. Errors as in `get`. */
  list(prefix: string, options: CallOptions): AsyncIterable<string>;
}

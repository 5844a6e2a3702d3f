/**
 * The whole public API as it is decided, seen by the programs beside it: what is built comes from the package itself,
 * and what is declared here is still to come. Each part leaves this file when it exists; the file goes with the last.
 */
import type {
  Coordinator as BuiltCoordinator,
  CoordinationEvent as BuiltEvent,
  Lease as BuiltLease,
  CoordinatorOptions as BuiltOptions,
  CallOptions,
  FencingToken,
  Held,
  LeaseOptions,
  RenewedTerm,
  Store,
  Unguarded,
  Version,
  WaitOptions,
  Work,
} from "../../packages/core/src/index.ts";

// biome-ignore lint/performance/noReExportAll: a view of the whole package, for the type checker only
export * from "../../packages/core/src/index.ts";

export declare function createCoordinator(store: Store, options?: CoordinatorOptions): Coordinator;
export interface CoordinatorOptions extends Omit<BuiltOptions, "onEvent"> {
  readonly onEvent?: ((event: CoordinationEvent) => void) | undefined;
}
export type CoordinationEvent =
  | BuiltEvent
  | { readonly type: "document.fenced"; readonly key: string; readonly token: FencingToken };

export interface Coordinator
  extends Omit<BuiltCoordinator, "tryAcquire" | "acquire" | "withLease" | "document"> {
  tryAcquire(key: string, options?: LeaseOptions): Promise<Lease | undefined>;
  acquire(key: string, options?: LeaseOptions & WaitOptions): Promise<Lease>;
  withLease<R>(key: string, work: Work<Lease, R>): Promise<R>;
  withLease<R>(
    key: string,
    options: LeaseOptions & WaitOptions & { readonly whenUnavailable?: "fail" | undefined },
    work: Work<Lease, R>,
  ): Promise<R>;
  withLease<R>(
    key: string,
    options: LeaseOptions & WaitOptions & { readonly whenUnavailable: "proceed-unguarded" },
    work: Work<Lease | Unguarded, R>,
  ): Promise<R>;
  adopt(handover: string, options?: LeaseOptions): Promise<Lease>;
  document(key: string): Document<unknown>;
  document<T>(key: string, options: DocumentOptions<T>): Document<T>;
  election(key: string): Election<undefined>;
  election<T>(key: string, options: ValueOptions<T>): Election<T>;
  semaphore(key: string, options: { readonly permits: number }): Semaphore;
  readWriteLock(
    key: string,
    options: { readonly readers: number },
  ): { readonly read: Semaphore; readonly write: Semaphore };
}

export interface Lease extends BuiltLease {
  handOver(options?: CallOptions): Promise<string>;
}

// ── documents ───────────────────────────────────────────────────────────────
export interface StandardSchemaV1<I = unknown, O = I> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
  };
}
type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };
// biome-ignore lint/suspicious/noExplicitAny: a schema's input may be anything, and `unknown` would refuse most
export type Schema<T> = StandardSchemaV1<any, T> | ((input: unknown) => T);
export interface ValueOptions<T> {
  readonly schema: Schema<T>;
}
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(body: Uint8Array): T;
}
export type DocumentOptions<T> = { readonly schema: Schema<T> } | { readonly codec: Codec<T> };
export interface Snapshot<T> {
  readonly value: T;
  readonly version: Version | undefined;
  readonly token: FencingToken | undefined;
}
export type Change<T> = (current: T | undefined) => T | PromiseLike<T>;
export interface Document<T> {
  read(options?: CallOptions): Promise<Snapshot<T | undefined>>;
  update(change: Change<T>, options?: CallOptions): Promise<Snapshot<T>>;
  compareAndSet(version: Version | undefined, value: T, options?: CallOptions): Promise<Snapshot<T>>;
  watch(options?: WatchOptions): AsyncIterable<Snapshot<T | undefined>>;
  fence(
    lease: Lease,
    options?: CallOptions & { readonly mark?: "body" | "metadata" | undefined },
  ): Promise<FencedDocument<T>>;
}
export interface FencedDocument<T> {
  read(options?: CallOptions): Promise<Snapshot<T | undefined>>;
  update(change: Change<T>, options?: CallOptions): Promise<Snapshot<T>>;
  write(value: T, options?: CallOptions): Promise<Snapshot<T>>;
}
export interface WatchOptions extends CallOptions {
  readonly pollMs?: number | undefined;
}

// ── election, semaphore ───────────────────────────────────────────────
type ValueOf<T> = [T] extends [undefined] ? { readonly value?: undefined } : { readonly value: T };
export interface Leader<T> {
  readonly holder: string;
  readonly token: FencingToken;
  readonly value: T;
}
export interface Leadership<T> extends Lease {
  proclaim(value: T, options?: CallOptions): Promise<void>;
}
export interface Election<T> {
  lead(
    options: RenewedTerm & ValueOf<T> & { readonly signal: AbortSignal },
    work: Work<Leadership<T>, void>,
  ): Promise<void>;
  campaign(options: RenewedTerm & ValueOf<T> & { readonly signal: AbortSignal }): Promise<Leadership<T>>;
  leader(options?: CallOptions): Promise<Leader<T> | undefined>;
  observe(options?: WatchOptions): AsyncIterable<Leader<T> | undefined>;
}
export interface Permit extends Held {
  readonly slot: number;
}
export interface Semaphore {
  tryAcquire(options?: LeaseOptions): Promise<Permit | undefined>;
  acquire(options?: LeaseOptions & WaitOptions): Promise<Permit>;
  withPermit<R>(options: LeaseOptions & WaitOptions, work: Work<Permit, R>): Promise<R>;
}

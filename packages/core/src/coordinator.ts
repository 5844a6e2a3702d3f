/** Binds a store and settings to what can be done with them. No logic of its own. */
import { type Clock, systemClock } from "./base/clock.ts";
import { guardedListener, type OnEvent } from "./base/events.ts";
import { processLabel } from "./base/process-label.ts";
import { type Random, systemRandom } from "./base/random.ts";
import type { FencingToken } from "./base/token.ts";
import { acquireLease, tryAcquireLease } from "./lease/acquire.ts";
import { adoptLease } from "./lease/adopt.ts";
import { Contender } from "./lease/contender.ts";
import { type ForceOptions, forceReleaseLease } from "./lease/force-release.ts";
import { inspectLease, type LeaseStatus } from "./lease/inspect.ts";
import type { Lease } from "./lease/lease.ts";
import { checkDuration, type LeaseOptions, type WaitOptions } from "./lease/options.ts";
import type { Work } from "./lease/run.ts";
import type { Unguarded } from "./lease/unguarded.ts";
import { type ScopeOptions, withLease } from "./lease/with-lease.ts";
import { type Document, type DocumentOptions, openDocument } from "./primitives/document/document.ts";
import { type Election, openElection } from "./primitives/election/election.ts";
import { type Claims, claimsOf } from "./primitives/once/claims.ts";
import { type Once, type OnceOptions, once } from "./primitives/once/once.ts";
import { LockMemory } from "./primitives/read-write/lock.ts";
import {
  openReadWriteLock,
  type ReadWriteLock,
  type ReadWriteLockOptions,
} from "./primitives/read-write/read-write-lock.ts";
import { openSemaphore, type Semaphore, type SemaphoreOptions } from "./primitives/semaphore/semaphore.ts";
import { acquireAll } from "./primitives/several/acquire-all.ts";
import type { Leases } from "./primitives/several/leases.ts";
import { Pollers } from "./record/pollers.ts";
import type { ValueOptions } from "./record/schema.ts";
import type { CallOptions, Store } from "./store/store.ts";

/** Settings of a process, and what may be put in place of its clock and its randomness. */
export interface CoordinatorOptions {
  /** Label for people, in records and errors. @default host name and process id where known */
  readonly holder?: string | undefined;
  /**
   * Milliseconds that one request may take. `renewal pause + 3 * requestTimeoutMs < window` is checked for each lease.
   * @default 5_000, less for short ttls
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Who judges that a foreign lease is dead. @default "store-clock" */
  readonly expiry?: "store-clock" | "observed" | undefined;
  /** Called in order, synchronously. A throw is reported as uncaught, never felt by a lease. */
  readonly onEvent?: OnEvent | undefined;
  /**
   * Use a store that is not known to honour conditional writes without probing it first. If it does not, two holders
   * are let in and nobody is told. @default false
   */
  readonly allowUnprovenStore?: boolean | undefined;
  /** Where time comes from: for tests. @default the system's */
  readonly clock?: Clock | undefined;
  /** Where jitter and write ids come from: for tests. @default the system's */
  readonly random?: Random | undefined;
}

/** One process as it coordinates with others in one store. Make one, and keep it. */
export interface Coordinator {
  /**
   * A lease, or `undefined` if somebody else holds it; never waits for the holder. (It is `undefined` and no object that
   * tells who holds it, since such an object would count as true in an `if`.)
   *
   * @throws as `acquire`, but for ContendedError.
   */
  tryAcquire(key: string, options?: LeaseOptions): Promise<Lease | undefined>;
  /**
   * A lease within `waitMs`.
   *
   * @throws ContendedError with the holder when the wait is over. UnavailableError: nothing happened.
   *   UnknownOutcomeError: the store was silent while it was being taken. BadRecordError, MisconfiguredError,
   *   UnsupportedStoreError. The signal's own reason. TypeError or RangeError for wrong arguments.
   */
  acquire(key: string, options?: LeaseOptions & WaitOptions): Promise<Lease>;
  /**
   * The leases of several keys within `waitMs`, all or none: one signal, and one release that says which had lapsed. Taken
   * one after the other in the order of their names, so that callers who want some of the same never wait for each other in
   * a circle. The requests are those of each.
   *
   * @throws as `acquire`, with the key that could not be had; UnavailableError also if one was lost while another was waited
   *   for. What was taken is given back. TypeError for a key that is given twice.
   */
  acquireAll(keys: readonly string[], options?: LeaseOptions & WaitOptions): Promise<Leases>;
  /**
   * `acquire`, then `lease.run(work)`. Here the signal reaches the work, too.
   *
   * @throws as `acquire`; LeaseLostError if the lease lapsed during the work; what the work throws.
   */
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
  /**
   * The lease that `lease.handOver()` gave away, under a new token. Two requests.
   *
   * @throws LeaseLostError if it is not what was handed over any more: adopted before, taken by somebody after its ttl,
   *   freed or deleted. Otherwise as `acquire`, but for ContendedError; TypeError for what is no such string.
   */
  adopt(handover: string, options?: LeaseOptions): Promise<Lease>;
  /** Looks, without asking for it. @throws UnavailableError, BadRecordError, MisconfiguredError. */
  inspect(key: string, options?: CallOptions): Promise<LeaseStatus>;
  /**
   * Frees the grant that you looked at, and no successor's; challengers wait for its ttl all the same, unless `now`.
   *
   * @throws ConflictError, UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError.
   */
  forceRelease(key: string, token: FencingToken, options: ForceOptions): Promise<"released" | "superseded">;
  /**
   * The document in the object of that name; nothing is sent yet. Without options it is JSON of any form.
   *
   * @throws TypeError for a key that cannot be a name, or wrong options.
   */
  document(key: string): Document<unknown>;
  document<T>(key: string, options: DocumentOptions<T>): Document<T>;
  /**
   * Who leads under a key. Sends nothing until it is asked for something. Without a schema leaders show no value.
   *
   * @throws TypeError for a wrong key or wrong options.
   */
  election(key: string): Election<undefined>;
  election<T>(key: string, options: ValueOptions<T>): Election<T>;
  /**
   * Something that is to happen at most once, by its key. Sends nothing until it is run.
   *
   * @throws TypeError for a wrong key or wrong options.
   */
  once(key: string, options?: OnceOptions): Once<void>;
  once<T>(key: string, options: OnceOptions & ValueOptions<T>): Once<T>;
  /**
   * So many at a time. Sends nothing until it is asked for something.
   *
   * @throws TypeError, RangeError for a wrong key or wrong options.
   */
  semaphore(key: string, options: SemaphoreOptions): Semaphore;
  /**
   * Many may read, or one may write, under a key. Sends nothing until it is asked for.
   *
   * @throws TypeError for a wrong key or an unknown option, RangeError for a number that is none.
   */
  readWriteLock(key: string, options: ReadWriteLockOptions): ReadWriteLock;
  /** What was claimed by `once`: listing it, and purging what was done long ago. */
  readonly claims: Claims;
}

type WithLeaseArguments<R> =
  | [Work<Lease, R>]
  | [LeaseOptions & WaitOptions & ScopeOptions, Work<Lease, R> | Work<Lease | Unguarded, R>];

const knownOptions = [
  "holder",
  "requestTimeoutMs",
  "expiry",
  "onEvent",
  "allowUnprovenStore",
  "clock",
  "random",
];

/**
 * A coordinator for this process. Nothing is sent before it is asked for something.
 *
 * @param store where everybody who coordinates meets; its location carries the prefix
 * @throws TypeError, RangeError for wrong options.
 */
export function createCoordinator(store: Store, options: CoordinatorOptions = {}): Coordinator {
  checkStore(store);
  checkCoordinatorOptions(options);
  const access = {
    store,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    onEvent: guardedListener(options.onEvent),
  };
  const contender = new Contender(access, {
    holder: options.holder ?? processLabel(),
    expiry: options.expiry ?? "store-clock",
    requestTimeoutMs: options.requestTimeoutMs,
    allowUnprovenStore: options.allowUnprovenStore ?? false,
  });
  const pollers = new Pollers(access);
  const lockMemory = new LockMemory();

  return {
    tryAcquire: (key, leaseOptions = {}) => tryAcquireLease(contender, key, leaseOptions),
    acquire: (key, leaseOptions = {}) => acquireLease(contender, key, leaseOptions),
    acquireAll: (keys, leaseOptions = {}) => acquireAll(contender, keys, leaseOptions),
    withLease: <R>(key: string, ...rest: WithLeaseArguments<R>) => {
      const [scope, work] = rest.length === 2 ? rest : [{}, rest[0]];
      return withLease(contender, key, scope, work as Work<Lease | Unguarded, R>);
    },
    adopt: (handover, leaseOptions = {}) => adoptLease(contender, handover, leaseOptions),
    inspect: (key, callOptions = {}) => inspectLease(contender, key, callOptions),
    forceRelease: (key, token, force) => forceReleaseLease(contender, key, token, force),
    document: <T>(key: string, documentOptions?: DocumentOptions<T>) =>
      openDocument(contender, pollers, key, documentOptions),
    election: <T>(key: string, electionOptions?: Partial<ValueOptions<T>>) =>
      openElection<T>(contender, pollers, key, electionOptions),
    once: <T>(key: string, onceOptions?: OnceOptions & Partial<ValueOptions<T>>) =>
      once<T>(contender, key, onceOptions),
    semaphore: (key, semaphoreOptions) => openSemaphore(contender, key, semaphoreOptions),
    readWriteLock: (key, lockOptions) => openReadWriteLock(contender, lockMemory, key, lockOptions),
    claims: claimsOf(contender),
  };
}

/** For those who write JavaScript: the mistake is named where it was made. */
function checkStore(store: unknown): void {
  if (typeof store === "object" && store !== null && "capabilities" in store) return;
  const given = typeof store === "string" ? JSON.stringify(store) : String(store);
  throw new TypeError(
    `store is ${given}; give a store, such as memoryStore() or s3Store("s3://bucket/prefix")`,
  );
}

function checkCoordinatorOptions(options: CoordinatorOptions): void {
  for (const name of Object.keys(options)) {
    if (!knownOptions.includes(name)) {
      throw new TypeError(`unknown coordinator option "${name}"; known are ${knownOptions.join(", ")}`);
    }
  }
  const { holder, requestTimeoutMs, expiry } = options;
  if (holder !== undefined && (typeof holder !== "string" || holder === "")) {
    throw new TypeError(
      "holder must be a text that tells people which process this is; leave it out for a default",
    );
  }
  if (requestTimeoutMs !== undefined) checkDuration("requestTimeoutMs", requestTimeoutMs, 1);
  if (expiry !== undefined && expiry !== "store-clock" && expiry !== "observed") {
    throw new TypeError(`expiry is ${JSON.stringify(expiry)}; use "store-clock" or "observed"`);
  }
}

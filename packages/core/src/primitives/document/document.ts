/** The handle of one document. It remembers nothing. */
import { UnsupportedStoreError } from "../../base/errors.ts";
import type { Contender } from "../../lease/contender.ts";
import type { Lease } from "../../lease/lease.ts";
import { checkDuration } from "../../lease/options.ts";
import { type CodecOptions, valueCodec } from "../../record/codec.ts";
import type { Fence } from "../../record/document-record.ts";
import { defaultPollMs, type Pollers, type WatchOptions } from "../../record/pollers.ts";
import type { CallOptions, Version } from "../../store/store.ts";
import { claim } from "./claim.ts";
import { ClaimedDocument, type FencedDocument } from "./fenced.ts";
import { compareAndSetPlain, deletePlain, updatePlain } from "./plain.ts";
import type { Change, Snapshot, Updated } from "./snapshot.ts";
import { look, lookUnless, nameOf, patienceOf, snapshotOf, type Target, targetOf } from "./target.ts";
import { watchDocument } from "./watch.ts";

/** What stands in a document: JSON that `schema` lets pass, or what `codec` makes of it. */
export type DocumentOptions<T> = CodecOptions<T>;

/**
 * A value in an object of its own, which others may write too. Every write is conditional on the state that it was made
 * from: nobody's change is lost, and nobody holds a lock.
 *
 * All of it may throw UnavailableError, MisconfiguredError, UnsupportedStoreError, and BadRecordError for bytes that are no
 * such value. An aborted `signal` ends the call with its own reason; a write under way may still land.
 */
export interface Document<T> {
  /** What stands there now. One request. */
  read(options?: CallOptions): Promise<Snapshot<T | undefined>>;
  /** As `read`; `undefined` if it still has that version, and then the store need not send it. One request. */
  readIfChanged(
    version: Version | undefined,
    options?: CallOptions,
  ): Promise<Snapshot<T | undefined> | undefined>;
  /**
   * Compare-and-set, again after a conflict, up to 16 times. Creates what is absent; content type and user metadata stay
   * as they were. Two requests where nobody comes in between.
   *
   * On S3 equal bytes are one version: a change away and back in between (A-B-A) goes unseen, and after a lost answer
   * only what is seen of the write proves that it landed. See docs/documents.md.
   *
   * @throws ConflictError; UnknownOutcomeError if it may or may not have landed; FencedError for a document that is
   *   fenced; TypeError for a value that could not be read again; what `change` throws.
   */
  update(change: Change<T>, options?: CallOptions): Promise<Updated<T>>;
  /**
   * One try against the version that you read; `undefined` creates. One request to create, two to replace.
   *
   * @throws ConflictError if it moved; else as `update`.
   */
  compareAndSet(version: Version | undefined, value: T, options?: CallOptions): Promise<Snapshot<T>>;
  /**
   * Removes it in the version that you read. Resolves, too, if others removed it first. Two requests.
   *
   * @throws ConflictError if it moved; FencedError; UnknownOutcomeError; UnsupportedStoreError where the store does not
   *   honour a condition on a delete.
   */
  delete(version: Version, options?: CallOptions): Promise<void>;
  /**
   * The value now, then the newest at each change; may skip some. Reads on condition, once for all who watch it in this
   * process; while the store is down ever more seldom, which a `store.warning` reports. Ends when the signal aborts; the
   * iterator throws what `read` throws, but for UnavailableError.
   *
   * @throws TypeError, RangeError for wrong options, at once.
   */
  watch(options?: WatchOptions): AsyncIterable<Snapshot<T | undefined>>;
  /**
   * Claims it for this lease's token: from then on the store refuses every older one, whatever any clock does. One lease
   * for a document, always; one lease may guard many documents. Two requests.
   *
   * @throws FencedError if a later holder was first; LeaseLostError, without a request if the lease is lost, and with
   *   `rolled-back` if its record was reset: acquire it with `tokenAbove: error.newerToken`; MisconfiguredError for a
   *   document of another lease; UnsupportedStoreError for a mark that the store cannot keep; TypeError for what is no
   *   lease.
   */
  fence(lease: Lease, options?: FenceOptions): Promise<FencedDocument<T>>;
}

/** How a document is fenced. */
export interface FenceOptions extends CallOptions {
  /**
   * Where the token stands. `body`: as a member `_fencepost` of a JSON object, or as a first line; the same on every store.
   * `metadata`: beside the bytes, which stay the user's own; only where every write makes a new version, and so not on S3.
   * @default "body"
   */
  readonly mark?: Fence["form"] | undefined;
}

/** @throws TypeError for a wrong key or wrong options. */
export function openDocument<T>(
  contender: Contender,
  pollers: Pollers,
  key: string,
  options: DocumentOptions<T> | undefined,
): Document<T> {
  checkOptions(options);
  return new StoredDocument<T>(targetOf(contender, key, valueCodec(options)), pollers);
}

class StoredDocument<T> implements Document<T> {
  readonly #target: Target<T>;
  readonly #pollers: Pollers;

  constructor(target: Target<T>, pollers: Pollers) {
    this.#target = target;
    this.#pollers = pollers;
  }

  async read({ signal }: CallOptions = {}): Promise<Snapshot<T | undefined>> {
    const seen = await look(this.#target, patienceOf(this.#target, signal), signal);
    return snapshotOf(this.#target, seen, signal);
  }

  async readIfChanged(
    version: Version | undefined,
    { signal }: CallOptions = {},
  ): Promise<Snapshot<T | undefined> | undefined> {
    const seen = await lookUnless(this.#target, version, signal);
    return seen && snapshotOf(this.#target, seen, signal);
  }

  update(change: Change<T>, { signal }: CallOptions = {}): Promise<Updated<T>> {
    return updatePlain(this.#target, change, signal);
  }

  compareAndSet(version: Version | undefined, value: T, { signal }: CallOptions = {}): Promise<Snapshot<T>> {
    return compareAndSetPlain(this.#target, version, value, signal);
  }

  delete(version: Version, { signal }: CallOptions = {}): Promise<void> {
    return deletePlain(this.#target, version, signal);
  }

  watch({ signal, pollMs = defaultPollMs }: WatchOptions = {}): AsyncIterable<Snapshot<T | undefined>> {
    checkDuration("pollMs", pollMs, 1);
    return watchDocument(this.#target, this.#pollers, pollMs, signal);
  }

  async fence(lease: Lease, { signal, mark = "body" }: FenceOptions = {}): Promise<FencedDocument<T>> {
    checkLease(lease);
    checkMark(this.#target, mark);
    const standing = await claim(this.#target, lease, mark, signal);
    return new ClaimedDocument(this.#target, lease, mark, standing);
  }
}

function checkOptions(options: object | undefined): void {
  const names = Object.keys(options ?? {});
  if (options === undefined || (names.length === 1 && (names[0] === "schema" || names[0] === "codec")))
    return;
  throw new TypeError(
    `a document takes { schema } or { codec }, and was given { ${names.join(", ")} }; leave the options out for any JSON`,
  );
}

/** For those who write JavaScript; the types say it already. */
function checkLease(lease: Partial<Lease> | undefined): void {
  if (typeof lease?.throwIfLost === "function" && Number.isSafeInteger(lease.token)) return;
  throw new TypeError("fence needs a lease, with its token; a permit, or work without a lease, cannot fence");
}

function checkMark(target: Target<unknown>, mark: unknown): void {
  if (mark !== "body" && mark !== "metadata") {
    throw new TypeError(`mark is ${JSON.stringify(mark)}; use "body" or "metadata"`);
  }
  const { store } = target.contender.access;
  if (mark === "body" || store.capabilities.uniqueVersions) return;
  throw new UnsupportedStoreError(
    `${nameOf(target)} cannot be fenced in its metadata: in ${store.name} a version may be a hash of the bytes, so a claim would leave it as it was and refuse nobody. ` +
      'Leave the mark in the body (mark: "body")',
    { key: target.place.key },
  );
}

/** A document under a lease: every write carries the token, and the store's condition decides (protocol, section 6). */
import { unlessAborted } from "../../base/abort.ts";
import type { Deadline } from "../../base/deadline.ts";
import { ConflictError, type CoordinationError } from "../../base/errors.ts";
import type { FencingToken } from "../../base/token.ts";
import type { Lease } from "../../lease/lease.ts";
import type { DocumentRecord, Fence } from "../../record/document-record.ts";
import type { Present } from "../../record/read.ts";
import type { CallOptions } from "../../store/store.ts";
import { deadlineUnder } from "./claim.ts";
import { brokenFence } from "./fence-errors.ts";
import { fenceVerdict } from "./fence-verdict.ts";
import { besideOf, type Landing, land, type NextRecord, type Standing } from "./landing.ts";
import type { Change, Snapshot, Updated } from "./snapshot.ts";
import { look, nameOf, snapshotOf, type Target } from "./target.ts";
import { applyChange, type Writer } from "./update.ts";

/**
 * A document that this holder has claimed. It never creates the object: if somebody deletes it, that is an error.
 *
 * All of it throws LeaseLostError, without a request, once the lease is lost or let go; FencedError once a newer token
 * stands in the document, and from then on without a request; BadRecordError if the fence was taken away;
 * UnavailableError, UnknownOutcomeError, MisconfiguredError, UnsupportedStoreError; the signal's own reason.
 */
export interface FencedDocument<T> {
  /** What stands there now; what is written next is conditional on it. One request. */
  read(options?: CallOptions): Promise<Snapshot<T | undefined>>;
  /**
   * Writes on what this holder saw last. One request.
   *
   * @throws ConflictError if another writer under the same token came in between: read, and decide anew.
   */
  write(value: T, options?: CallOptions): Promise<Snapshot<T>>;
  /** As `Document.update`, under the fence. Two requests where nobody comes in between. @throws ConflictError. */
  update(change: Change<T>, options?: CallOptions): Promise<Updated<T>>;
  /** Leaves a tombstone, as the fence must stay: it reads as `undefined`, and may be written again. As `write`. */
  delete(options?: CallOptions): Promise<void>;
}

export class ClaimedDocument<T> implements FencedDocument<T> {
  readonly #target: Target<T>;
  readonly #lease: Lease;
  readonly #form: Fence["form"];
  /** What this holder saw last: what its next write is conditional on. */
  #last: Present<DocumentRecord>;
  #refused: CoordinationError | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(target: Target<T>, lease: Lease, form: Fence["form"], last: Present<DocumentRecord>) {
    this.#target = target;
    this.#lease = lease;
    this.#form = form;
    this.#last = last;
  }

  async read({ signal }: CallOptions = {}): Promise<Snapshot<T | undefined>> {
    this.#check();
    const seen = await look(this.#target, deadlineUnder(this.#target, this.#lease, signal), signal);
    this.#last = this.#admitted(seen);
    return snapshotOf(this.#target, seen, signal);
  }

  async write(wanted: T, { signal }: CallOptions = {}): Promise<Snapshot<T>> {
    this.#check();
    const { codec, place } = this.#target;
    const { bytes, value } = await unlessAborted(signal, () => codec.encode(wanted, place.key));
    const { version } = await this.#writeOnLast(bytes, signal);
    return { value, version, token: this.#lease.token };
  }

  async delete({ signal }: CallOptions = {}): Promise<void> {
    this.#check();
    await this.#writeOnLast(undefined, signal);
  }

  async update(change: Change<T>, { signal }: CallOptions = {}): Promise<Updated<T>> {
    this.#check();
    const deadline = deadlineUnder(this.#target, this.#lease, signal);
    const writer: Writer = {
      deadline,
      token: this.#lease.token,
      admit: (standing) => {
        this.#last = this.#admitted(standing);
      },
      land: (base, content) => this.#land(() => base, content, deadline, signal),
    };
    return applyChange(this.#target, writer, change, signal);
  }

  async #writeOnLast(content: Uint8Array | undefined, signal: AbortSignal | undefined) {
    const deadline = deadlineUnder(this.#target, this.#lease, signal);
    const landing = await this.#land(() => this.#last, content, deadline, signal);
    if (landing.kind === "untold") throw landing.error;
    if (landing.kind === "landed") return landing;
    this.#admitted(landing.seen);
    throw new ConflictError(
      `${nameOf(this.#target)} was written under the same token since this holder saw it; read it, and decide anew`,
      { key: this.#target.place.key },
    );
  }

  /** One write at a time, so that each is made on what the one before left. */
  #land(
    base: () => Standing,
    content: Uint8Array | undefined,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<Landing> {
    const landing = this.#tail.then(async () => {
      this.#check();
      const on = base();
      const landed = await land(this.#target, on, this.#record(on, content), deadline, signal);
      this.#learn(landed);
      return landed;
    });
    this.#tail = landing.catch(() => {});
    // Whoever gives up does not wait for the write before theirs either.
    return unlessAborted(signal, () => landing);
  }

  /** Even a write that landed may find a later holder there: then it was the last one. */
  #learn(landing: Landing): void {
    const standing = landing.kind === "landed" ? landing.standing : landing.seen;
    const verdict = fenceVerdict(standing, this.#lease);
    if (verdict.kind === "newer") this.#refuse(verdict);
    else if (landing.kind === "landed" && verdict.kind === "ours") {
      this.#last = standing as Present<DocumentRecord>;
    }
  }

  #record(base: Standing, content: Uint8Array | undefined): NextRecord {
    const { key, token } = this.#lease;
    const fence: Fence = { lease: key, token, form: this.#form };
    const beside = besideOf(this.#target, base);
    return { ...beside, content, deleted: content === undefined, fence, token, renewals: 0 };
  }

  /** Before anything is sent. */
  #check(): void {
    if (this.#refused) throw this.#refused;
    this.#lease.throwIfLost();
  }

  #admitted(standing: Standing): Present<DocumentRecord> {
    const verdict = fenceVerdict(standing, this.#lease);
    if (verdict.kind === "ours") return standing as Present<DocumentRecord>;
    throw verdict.kind === "newer" ? this.#refuse(verdict) : brokenFence(this.#target, this.#lease, verdict);
  }

  /** Told once; every later call is answered without a request. */
  #refuse(verdict: { readonly kind: "newer"; readonly token: FencingToken }): CoordinationError {
    if (this.#refused !== undefined) return this.#refused;
    const { contender, place } = this.#target;
    const { token } = this.#lease;
    contender.access.onEvent({ type: "document.fenced", key: place.key, token, newerToken: verdict.token });
    this.#refused = brokenFence(this.#target, this.#lease, verdict);
    return this.#refused;
  }
}

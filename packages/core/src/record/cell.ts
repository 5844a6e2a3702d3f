/**
 * The one place in a process from which a record that it owns is written: one logical write at a time, each made from
 * the state that the one before left (protocol, section 2). A write that could not be settled ends the cell, as a new
 * one might overtake it.
 */
import type { RecordPlace, StoreAccess } from "./access.ts";
import type { RecordFormat, StoredRecord } from "./format.ts";
import type { Present } from "./read.ts";
import { type WriteOptions, type WriteOutcome, writeRecord } from "./write.ts";

export class RecordCell<R extends StoredRecord> {
  readonly #access: StoreAccess;
  readonly #place: RecordPlace;
  readonly #format: RecordFormat<R>;
  #state: Present<R>;
  #unresolved: WriteOutcome<R> | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(access: StoreAccess, place: RecordPlace, format: RecordFormat<R>, state: Present<R>) {
    this.#access = access;
    this.#place = place;
    this.#format = format;
    this.#state = state;
  }

  /** What stands there as far as we know. */
  get state(): Present<R> {
    return this.#state;
  }

  /**
   * Waits for the write before it, then makes and writes `next`, called at that very moment.
   *
   * @throws what {@link writeRecord} throws.
   */
  write(next: (record: R) => Omit<R, "recent">, options: WriteOptions): Promise<WriteOutcome<R>> {
    const writing = this.#tail.then(async () => {
      if (this.#unresolved) return this.#unresolved;
      const { record } = this.#state;
      const outcome = await writeRecord(
        this.#access,
        this.#place,
        this.#format,
        this.#state,
        next(record),
        options,
      );
      if (outcome.kind === "written") this.#state = outcome.state;
      if (outcome.kind === "unknown") this.#unresolved = outcome;
      return outcome;
    });
    this.#tail = writing.catch(() => {});
    return writing;
  }
}

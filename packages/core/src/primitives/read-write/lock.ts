/** One read-write lock as one process uses it: where its records lie, and what the process remembers of them. */
import { BoundedMap } from "../../base/bounded-map.ts";
import { readWriteName } from "../../base/keys.ts";
import type { Ask } from "../../lease/ask.ts";
import { askOf } from "../../lease/ask.ts";
import type { Contender } from "../../lease/contender.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "../../lease/options.ts";

const keysMost = 1_000;

/** What a process remembers of its read-write locks, by their keys. */
export class LockMemory {
  readonly #own = new Map<string, Set<number>>();
  /** As it was seen last. It may be another by now. */
  readonly numbers: BoundedMap<number> = new BoundedMap(keysMost);

  /** Slots that the process is in or about to take: it need not ask the store for those. */
  own(key: string): ReadonlySet<number> {
    return this.#own.get(key) ?? new Set();
  }

  take(key: string, slot: number): void {
    const own = this.#own.get(key) ?? new Set();
    this.#own.set(key, own.add(slot));
  }

  leave(key: string, slot: number): void {
    const own = this.#own.get(key);
    own?.delete(slot);
    if (own?.size === 0) this.#own.delete(key);
  }
}

export class Lock {
  readonly contender: Contender;
  readonly key: string;
  /** How many slots this program says that there are: they are as many if nobody was here before. */
  readonly readers: number;
  readonly #memory: LockMemory;

  constructor(contender: Contender, memory: LockMemory, key: string, readers: number) {
    this.contender = contender;
    this.key = key;
    this.readers = readers;
    this.#memory = memory;
  }

  /** How many slots there were when we last looked. */
  get slots(): number {
    return this.#memory.numbers.get(this.key) ?? this.readers;
  }

  /** @param slots that stand in the writer's record */
  learn(slots: number): void {
    const known = this.slots;
    this.#memory.numbers.set(this.key, slots);
    if (slots === known || slots === this.readers) return;
    this.contender.access.onEvent({
      type: "store.warning",
      key: this.key,
      message:
        `the read-write lock has ${slots} slots for readers in the store, and this program was opened with ${this.readers}: ` +
        "what is stored counts. A writer changes it with setReaders",
    });
  }

  /** Also the name under which this process waits, to read or to write. */
  get writerName(): string {
    return readWriteName(this.key, "writer");
  }

  /** Slots that this process is in. */
  get own(): ReadonlySet<number> {
    return this.#memory.own(this.key);
  }

  /** @param slot that this process is about to take */
  take(slot: number): void {
    this.#memory.take(this.key, slot);
  }

  leave(slot: number): void {
    this.#memory.leave(this.key, slot);
    this.contender.lines.wake(this.writerName);
  }

  /** Of the writer's record. Errors as of `askOf` and `checkOptions`. */
  ask(
    options: LeaseOptions & WaitOptions,
    call: "tryAcquire" | "acquire",
    carried?: Ask["carried"],
  ): Promise<Ask> {
    checkOptions(options, call);
    const nameOf = (key: string): string => readWriteName(key, "writer");
    const asked = { noun: "read-write lock", key: this.key, nameOf, carried };
    return askOf(this.contender, asked, options, options.waitMs ?? 0);
  }

  /** The same, asked of a slot. */
  askSlot(ask: Ask, slot: number): Ask {
    const name = readWriteName(this.key, slot);
    return { ...ask, place: { ...ask.place, name }, carried: undefined };
  }
}

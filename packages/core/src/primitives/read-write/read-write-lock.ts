/**
 * Many may read, or one may write. The writer's record is a lease that carries the stored number of slots; a reader has the
 * lease of a slot (protocol, read-write lock).
 *
 * Why no writer is inside with a reader, though no write spans two records. Each side first writes its own record and has
 * that settled, and only then looks at the other side's:
 *
 *   reader: slot is held (S), then the writer's record is free (R)
 *   writer: its record is held (L), then each slot is free (C)
 *
 * If both are inside, the reader's look did not find the writer, so R was before L; then S was before R, R before L, and L
 * before C: the writer's look came after the slot was written, and found it. It can have passed it by only if the slot was
 * free again, or dead: judged so by the store's clock, and then *freed by a write that is conditional on that very state*.
 * The reader's window had closed by then, and no renewal of his can land any more. The other way round it is the same.
 * Two writers are two holders of one lease. A slot that no writer looks at would be seen by none: so a reader's slot has to be
 * below the number in the record that it finds free, and only a writer that is inside changes that. And as looking takes
 * time, each side looks at its own window last.
 *
 * A writer's lease stands while it waits for readers to leave, so new ones do not enter: readers cannot starve a writer.
 */
import { ContendedError, isCoordinationError } from "../../base/errors.ts";
import { readWriteName } from "../../base/keys.ts";
import type { Contender } from "../../lease/contender.ts";
import type { LeaseOptions, WaitOptions } from "../../lease/options.ts";
import type { HeldPermit, Permits } from "../../lease/permit.ts";
import { isPassing, reportContention, waitFor } from "../../lease/waiting.ts";
import { checkReaders } from "./check-readers.ts";
import { Lock, type LockMemory } from "./lock.ts";
import { readerOf } from "./reader.ts";
import { readUnder } from "./slot.ts";
import { HeldWritePermit, type WritePermit } from "./write-permit.ts";
import { writerOf } from "./writer.ts";

/** How a read-write lock is opened. */
export interface ReadWriteLockOptions {
  /**
   * How many may read at once, 1 to 1,000. The first to use the lock stores it; from then on what is stored counts, and a
   * `store.warning` tells where a program says another number. A writer reads a record for each.
   */
  readonly readers: number;
}

/**
 * Many may read, or one may write. Both sides wait without a turn between processes, but a writer that waits keeps new
 * readers out. A read permit does not become a write permit: two readers that both waited for the other to leave would wait
 * for ever. Release it, acquire to write, and look again at what was read.
 */
export interface ReadWriteLock {
  /** Three requests, two in a slot that this process freed last; to release it one. */
  readonly read: Permits<unknown>;
  /** Two requests and one for each slot; to release it one. */
  readonly write: Permits<unknown, WritePermit>;
}

const known = ["readers"];

/** @throws TypeError, RangeError for a wrong key or wrong options. */
export function openReadWriteLock(
  contender: Contender,
  memory: LockMemory,
  key: string,
  options: ReadWriteLockOptions,
): ReadWriteLock {
  for (const name of Object.keys(options ?? {})) {
    if (!known.includes(name)) {
      throw new TypeError(`unknown read-write lock option "${name}"; known are ${known.join(", ")}`);
    }
  }
  const { readers } = options ?? {};
  checkReaders(readers);
  // The longest of its names.
  readWriteName(key, readers);
  const lock = new Lock(contender, memory, key, readers);
  return {
    read: {
      tryAcquire: (asked = {}) => tryToRead(lock, asked),
      acquire: (asked = {}) => read(lock, asked),
      withPermit: async (asked, work) => {
        const permit = await read(lock, asked);
        permit.follow(asked.signal);
        return permit.run(work);
      },
    },
    write: {
      tryAcquire: (asked = {}) => tryToWrite(lock, asked),
      acquire: (asked = {}) => write(lock, asked),
      withPermit: async (asked, work) => {
        const permit = await write(lock, asked);
        permit.follow(asked.signal);
        return permit.run(work);
      },
    },
  };
}

async function tryToRead(lock: Lock, options: LeaseOptions): Promise<HeldPermit | undefined> {
  const ask = await lock.ask(options, "tryAcquire");
  const sinceMs = lock.contender.access.clock.monotonicMs();
  const answer = await readerOf(lock, ask)();
  if (answer.kind === "granted") return readUnder(lock, answer, sinceMs);
  reportContention(lock.contender, ask, answer, undefined);
  return undefined;
}

async function read(lock: Lock, options: LeaseOptions & WaitOptions): Promise<HeldPermit> {
  const ask = await lock.ask(options, "acquire");
  const { clock } = lock.contender.access;
  const sinceMs = clock.monotonicMs();
  const attempt = readerOf(lock, ask);
  const waitMs = options.waitMs ?? 0;
  // Readers do not exclude each other: in line stand those who have to wait.
  if (waitMs > 0 && !lock.contender.lines.isAnybodyIn(ask.place.name)) {
    const answer = await attempt().catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (answer?.kind === "granted") return readUnder(lock, answer, sinceMs);
  }
  const leftMs = Math.max(waitMs - (clock.monotonicMs() - sinceMs), 0);
  return readUnder(lock, await waitFor(lock.contender, ask, leftMs, attempt), sinceMs);
}

async function tryToWrite(lock: Lock, options: LeaseOptions): Promise<HeldWritePermit | undefined> {
  const ask = await lock.ask(options, "tryAcquire", { slots: lock.readers });
  const writer = writerOf(lock, ask);
  try {
    const answer = await writer.attempt();
    if (answer.kind === "granted") return new HeldWritePermit(lock, answer.holding, options);
    reportContention(lock.contender, ask, answer, undefined);
    return undefined;
  } finally {
    await writer.giveUp();
  }
}

async function write(lock: Lock, options: LeaseOptions & WaitOptions): Promise<HeldWritePermit> {
  const { waitMs = 0, ...own } = options;
  const ask = await lock.ask(options, "acquire", { slots: lock.readers });
  const writer = writerOf(lock, ask);
  try {
    const { holding } = await waitFor(lock.contender, ask, waitMs, () => writer.attempt());
    return new HeldWritePermit(lock, holding, own);
  } catch (error) {
    throw explained(lock, error);
  } finally {
    await writer.giveUp();
  }
}

/** Whoever asks to write while it reads itself waits for itself. */
function explained({ key, own }: Lock, error: unknown): unknown {
  if (!isCoordinationError(error, "contended") || own.size === 0) return error;
  const { message, holder, token, expiresInMs } = error as ContendedError;
  return new ContendedError(
    `${message}. This process reads under it itself (slots ${[...own].join(", ")}). ` +
      "If it is the reader that wants to write: a read permit does not become a write permit, as two readers that both waited " +
      "for the other to leave would wait for ever. Release it, acquire to write, and look again at what was read",
    { key, holder, token, expiresInMs },
  );
}

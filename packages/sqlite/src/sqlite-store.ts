/**
 * The port on one SQLite file: many processes of one machine, nothing to install or start.
 *
 * It promises nothing beyond one machine and one kernel (see `machine-clock.ts`), and a call may block the event loop
 * for as long as the disk takes to sync.
 */
import type {
  CallOptions,
  GetResult,
  PutCondition,
  PutOptions,
  PutResult,
  Store,
  StoreCapabilities,
  Version,
} from "@fencepost/core";
import { printable } from "@fencepost/core";
import { Connection } from "./connection.ts";
import { pathOf, type SqliteLocation } from "./location.ts";
import { type LockWait, whenUnlocked } from "./lock-wait.ts";
import { type MachineClock, stampOf, systemMachineClock, timesSince } from "./machine-clock.ts";
import type { ObjectTable } from "./object-table.ts";
import { readError, type Tried, writeResult } from "./sqlite-errors.ts";

/** All of it is for tests. */
export interface SqliteStoreOptions extends LockWait {
  /** Whose boot and monotonic time are the store's clock. @default this machine's */
  readonly machine?: MachineClock | undefined;
}

/** A store that holds a file open. */
export interface SqliteStore extends Store, Disposable {
  /**
   * Closes the file; later calls throw a TypeError. A second call does nothing, and a process that ends without it
   * harms nobody.
   */
  close(): void;
}

/**
 * A store in one SQLite file on a local disk, for any number of processes of this machine.
 *
 * Nothing is opened before the first call, which makes the file (mode 0600, its folder 0700) if it is missing. So this
 * never throws for what only the disk knows; each call reports that in the port's own words, can wait for a lock
 * without blocking, and finds a disk that was mounted late.
 *
 * @param location `sqlite:path`, the path taken as it stands, or `{ path }`.
 * @throws TypeError if the location is neither, or could be read in two ways.
 */
export function sqliteStore(
  location: string | SqliteLocation,
  options: SqliteStoreOptions = {},
): SqliteStore {
  return new FileStore(new Connection(pathOf(location)), options);
}

const keysAPage = 500;

export class FileStore implements SqliteStore {
  readonly name: string;
  readonly capabilities: StoreCapabilities;
  readonly #connection: Connection;
  readonly #machine: MachineClock;
  readonly #wait: LockWait;

  constructor(connection: Connection, options: SqliteStoreOptions) {
    this.#connection = connection;
    this.#machine = options.machine ?? systemMachineClock();
    this.#wait = options;
    this.name = `sqlite:${printable(connection.path)}`;
    this.capabilities = {
      trusted: true,
      uniqueVersions: true,
      clock: this.#machine.bootId !== undefined,
      minWriteIntervalMs: 0,
      conditionalDelete: true,
    };
  }

  async get(
    key: string,
    { signal, unlessVersion }: CallOptions & { readonly unlessVersion?: Version | undefined },
  ): Promise<GetResult> {
    const { object, writes } = await this.#read("read", key, signal, (objects) =>
      objects.read(key, unlessVersion),
    );
    if (!object) return { kind: "absent", tokenSeed: writes + 1 };
    const { body, metadata, contentType, version, stamp } = object;
    const times = timesSince(stamp, this.#machine);
    if (!body) return { kind: "unchanged", times };
    return { kind: "found", body, metadata, contentType, version, times };
  }

  async put(
    key: string,
    body: Uint8Array,
    condition: PutCondition,
    { signal, metadata = {}, contentType }: PutOptions,
  ): Promise<PutResult> {
    // Copied, since an attempt after a wait must write the same.
    const content = { body: new Uint8Array(body), metadata: { ...metadata }, contentType };
    const stamp = () => stampOf(this.#machine);
    return this.#write("write", key, signal, (objects) => objects.write(key, content, condition, stamp));
  }

  async delete(key: string, version: Version, { signal }: CallOptions): Promise<PutResult> {
    return this.#write("delete", key, signal, (objects) =>
      objects.remove(key, version) ? version : undefined,
    );
  }

  async *list(prefix: string, { signal }: CallOptions): AsyncGenerator<string, void, undefined> {
    let from = prefix;
    for (;;) {
      const page = await this.#read("list", prefix, signal, (objects) => objects.keysFrom(from, keysAPage));
      for (const key of page) {
        signal?.throwIfAborted();
        if (!key.startsWith(prefix)) return;
        yield key;
      }
      if (page.length < keysAPage) return;
      // The least text above the last key, as they are compared byte by byte.
      from = `${page.at(-1)}\0`;
    }
  }

  close(): void {
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #read<R>(
    verb: Tried["verb"],
    key: string,
    signal: AbortSignal | undefined,
    look: (objects: ObjectTable) => R,
  ): Promise<R> {
    const tried = this.#tried(verb, key);
    const fail = (error: unknown): never => {
      throw readError(error, tried);
    };
    return whenUnlocked(() => this.#connection.use(look), fail, signal, this.#wait);
  }

  async #write(
    verb: Tried["verb"],
    key: string,
    signal: AbortSignal | undefined,
    change: (objects: ObjectTable) => Version | undefined,
  ): Promise<PutResult> {
    const tried = this.#tried(verb, key);
    const attempt = (): PutResult => {
      const version = this.#connection.use(change);
      return version === undefined ? { kind: "refused" } : { kind: "written", version };
    };
    return whenUnlocked(attempt, (error) => writeResult(error, tried), signal, this.#wait);
  }

  /** SQLite keeps texts as UTF-8, which cannot hold half of a surrogate pair: two keys would become one. */
  #tried(verb: Tried["verb"], key: string): Tried {
    if (/\p{Cs}/u.test(key)) {
      throw new TypeError(
        `key ${JSON.stringify(printable(key))} holds half of a surrogate pair; leave it out`,
      );
    }
    return { verb, key, path: this.#connection.path };
  }
}

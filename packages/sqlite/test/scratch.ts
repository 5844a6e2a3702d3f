/** What the tests of this package share: a folder for each, and a clock on which nobody waits. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, PutResult, Store, Version } from "@fencepost/core";
import Sqlite, { type Database } from "better-sqlite3";
import { neverCollected } from "../src/never-collected.ts";
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "../src/sqlite-store.ts";

/** A new, empty folder, and the stores that a test opens in it. */
export class Scratch {
  readonly folder: string = mkdtempSync(join(tmpdir(), "fencepost-sqlite-"));
  /** Where a database may be made; nothing is there yet. */
  readonly path: string = join(this.folder, "leases.db");
  readonly #stores: SqliteStore[] = [];

  open(options: SqliteStoreOptions = {}, path: string = this.path): SqliteStore {
    return this.keep(sqliteStore({ path }, { clock: standingClock(), ...options }));
  }

  /** Has a store closed before the folder goes. */
  keep(store: SqliteStore): SqliteStore {
    this.#stores.push(store);
    return store;
  }

  remove(): void {
    for (const store of this.#stores) store.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** A connection beside the store's, such as the `sqlite3` program would open; the file is made if it is missing. */
export function connectBeside(path: string): Database {
  return neverCollected(new Sqlite(path));
}

/** The first column of the first row. */
export function answerTo(database: Database, sql: string): unknown {
  return neverCollected(database.prepare(sql)).pluck().get();
}

/** Moves only by sleeping; `onSleep` is what happens meanwhile. */
export function standingClock(onSleep: () => void = () => {}): Clock {
  let nowMs = 0;
  return {
    monotonicMs: () => nowMs,
    wallMs: () => 0,
    async sleep(ms, signal) {
      nowMs += ms;
      onSleep();
      signal?.throwIfAborted();
    },
  };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Creates an object. */
export function create(store: Store, key = "k", body: Uint8Array = bytes("")): Promise<PutResult> {
  return store.put(key, body, "absent", {});
}

/** The version that was written, or the end of the test. */
export function versionOf(result: PutResult): Version {
  if (result.kind !== "written") throw new Error(`not written but ${result.kind}`);
  return result.version;
}

export async function textOf(store: Store, key = "k"): Promise<string | undefined> {
  const result = await store.get(key, {});
  return result.kind === "found" ? new TextDecoder().decode(result.body) : undefined;
}

export async function keysOf(store: Store, prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix, {})) keys.push(key);
  return keys;
}

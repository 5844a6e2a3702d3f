/** The statements: each is one look at the database, or one transaction that checks and writes. */
import { BadRecordError, type PutCondition, type Version } from "@fencepost/core";
import type { Database, Statement } from "better-sqlite3";
import type { Stamp } from "./machine-clock.ts";
import { neverCollected } from "./never-collected.ts";

export interface StoredObject {
  readonly version: Version;
  /** `undefined` if the caller has this version already. */
  readonly body: Uint8Array | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly stamp: Stamp;
}

export interface ObjectTable {
  /** The object, and the counter as it was at that same moment. */
  read(key: string, unlessVersion: Version | undefined): { object: StoredObject | undefined; writes: number };
  /** The new version, or `undefined` if the condition does not hold. `stamp` is taken under the write lock. */
  write(key: string, content: Content, condition: PutCondition, stamp: () => Stamp): Version | undefined;
  /** Whether it was there, in that version. */
  remove(key: string, version: Version): boolean;
  /** Up to `limit` keys in the order of their bytes, from `key` on. */
  keysFrom(key: string, limit: number): readonly string[];
}

export interface Content {
  readonly body: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
}

/** The content type stands among the metadata, under a name that no metadata can have on any store. */
const contentTypeName = ":content-type";

interface Row {
  readonly writes: number;
  readonly version: number | null;
  readonly body: Buffer | null;
  readonly metadata: string;
  readonly bootId: string | null;
  readonly timeNamespace: string;
  readonly writtenMs: number;
}

export function objectTable(database: Database): ObjectTable {
  const prepare = <P extends unknown[], R>(sql: string): Statement<P, R> =>
    neverCollected(database.prepare<P, R>(sql));
  // One statement is one snapshot: the counter is not a later one than the absence that it goes with.
  const readRow = prepare<[string, string], Row>(`
    SELECT writes, version, CASE WHEN CAST(version AS TEXT) = ? THEN NULL ELSE body END AS body, metadata,
      boot_id AS bootId, time_namespace AS timeNamespace, written_ms AS writtenMs
    FROM counter LEFT JOIN objects ON key = ?`);
  const readVersion = prepare<[string], number>("SELECT version FROM objects WHERE key = ?").pluck();
  const count = prepare<[], number>("UPDATE counter SET writes = writes + 1 RETURNING writes").pluck();
  const writeRow = prepare<unknown[], unknown>(`
    INSERT OR REPLACE INTO objects (key, version, body, metadata, boot_id, time_namespace, written_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const removeRow = prepare<[string], unknown>("DELETE FROM objects WHERE key = ?");
  const keys = prepare<[string, number], string>(
    "SELECT key FROM objects WHERE key >= ? ORDER BY key LIMIT ?",
  ).pluck();

  const holds = (key: string, condition: PutCondition): boolean => {
    const version = readVersion.get(key);
    if (condition === "absent") return version === undefined;
    // As texts: SQL would take "07" for 7.
    return version !== undefined && String(version) === condition.matches;
  };
  const write = database.transaction(
    (...[key, content, condition, stamp]: Parameters<ObjectTable["write"]>) => {
      if (!holds(key, condition)) return undefined;
      const version = counted(count.get());
      const { bootId, timeNamespace, writtenMs } = stamp();
      writeRow.run(
        key,
        version,
        content.body,
        JSON.stringify({ ...content.metadata, [contentTypeName]: content.contentType }),
        bootId,
        timeNamespace,
        writtenMs,
      );
      return String(version) as Version;
    },
  );
  const remove = database.transaction((key: string, version: Version) => {
    if (!holds(key, { matches: version })) return false;
    counted(count.get());
    removeRow.run(key);
    return true;
  });

  return {
    read(key, unlessVersion) {
      const row = readRow.get(unlessVersion ?? "", key);
      return { object: row && objectIn(row), writes: counted(row?.writes) };
    },
    // IMMEDIATE takes the write lock before the condition is read: it cannot cease to hold before the write, which would
    // fail then (SQLITE_BUSY_SNAPSHOT).
    write: write.immediate,
    remove: remove.immediate,
    keysFrom: (key, limit) => keys.all(key, limit),
  };
}

function counted(writes: number | undefined): number {
  if (writes !== undefined && Number.isSafeInteger(writes)) return writes;
  throw changedByHand("its counter of writes is missing");
}

function objectIn(row: Row): StoredObject | undefined {
  const { version, body, metadata, bootId, timeNamespace, writtenMs } = row;
  if (version === null) return undefined;
  return {
    version: String(version) as Version,
    body: body === null ? undefined : new Uint8Array(body.buffer, body.byteOffset, body.byteLength),
    ...describedIn(metadata),
    stamp: { bootId, timeNamespace, writtenMs },
  };
}

function describedIn(text: string): Pick<StoredObject, "metadata" | "contentType"> {
  try {
    const { [contentTypeName]: contentType, ...metadata } = JSON.parse(text) as Record<string, string>;
    return { metadata, contentType };
  } catch {
    throw changedByHand("the metadata of an object is not JSON");
  }
}

function changedByHand(problem: string): BadRecordError {
  return new BadRecordError(
    `the database was changed by hand: ${problem}; restore a copy or start a new file`,
    {},
  );
}

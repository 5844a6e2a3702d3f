/**
 * The reference implementation of the port: one map in this process. For tests, examples and one-process use.
 *
 * It promises nothing across processes, and nothing survives the process.
 */
import { type Clock, systemClock } from "../base/clock.ts";
import type { GetResult, PutCondition, PutResult, Store, StoreTimes, Version } from "./store.ts";

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Whose monotonic time is the store's clock. @default the system's */
  readonly clock?: Clock | undefined;
  /**
   * `"content-hash"` gives equal bytes one version, as S3 does, so that a change away and back (A-B-A) goes unseen
   * by a condition. @default "unique"
   */
  readonly versions?: "unique" | "content-hash" | undefined;
}

interface StoredObject {
  readonly body: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly version: Version;
  readonly writtenAtMs: number;
}

/** A new, empty store in this process's memory; two calls give two stores that know nothing of each other. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const clock = options.clock ?? systemClock;
  const unique = options.versions !== "content-hash";
  const objects = new Map<string, StoredObject>();
  /** Counts every accepted write and is never reset: it has passed any token that a record here ever held. */
  let writes = 0;

  const timesOf = (object: StoredObject): StoreTimes => {
    const nowMs = clock.monotonicMs();
    return { nowMs, ageMs: nowMs - object.writtenAtMs, resolutionMs: 1 };
  };
  const holds = (object: StoredObject | undefined, condition: PutCondition): boolean =>
    condition === "absent" ? object === undefined : object?.version === condition.matches;

  return {
    name: "memory:",
    capabilities: {
      trusted: true,
      uniqueVersions: unique,
      clock: true,
      minWriteIntervalMs: 0,
      conditionalDelete: true,
    },

    async get(key, { signal, unlessVersion }): Promise<GetResult> {
      signal?.throwIfAborted();
      const object = objects.get(key);
      if (!object) return { kind: "absent", tokenSeed: writes + 1 };
      if (object.version === unlessVersion) return { kind: "unchanged", times: timesOf(object) };
      const { body, metadata, contentType, version } = object;
      const copies = { body: body.slice(), metadata: { ...metadata } };
      return { kind: "found", ...copies, contentType, version, times: timesOf(object) };
    },

    async put(key, body, condition, { signal, metadata = {}, contentType }): Promise<PutResult> {
      signal?.throwIfAborted();
      const copy = body.slice();
      if (!holds(objects.get(key), condition)) return { kind: "refused" };
      writes += 1;
      const version = (unique ? String(writes) : contentHash(copy)) as Version;
      const writtenAtMs = clock.monotonicMs();
      objects.set(key, { body: copy, metadata: { ...metadata }, contentType, version, writtenAtMs });
      return { kind: "written", version };
    },

    async delete(key, version, { signal }): Promise<PutResult> {
      signal?.throwIfAborted();
      if (!holds(objects.get(key), { matches: version })) return { kind: "refused" };
      writes += 1;
      objects.delete(key);
      return { kind: "written", version };
    },

    async *list(prefix, { signal }) {
      signal?.throwIfAborted();
      for (const key of [...objects.keys()].sort()) {
        signal?.throwIfAborted();
        if (key.startsWith(prefix)) yield key;
      }
    },
  };
}

/** 128 bits of FNV-1a in four lanes: equal for equal bytes, and nobody attacks a test. */
function contentHash(body: Uint8Array): string {
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (const byte of body) {
    for (let lane = 0; lane < 4; lane++)
      lanes[lane] = Math.imul((lanes[lane] as number) ^ byte, 0x01000193 + 2 * lane);
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

/** What most checks do on their way to the point. */
import type { GetResult, PutCondition, Store, Version } from "@fencepost/core";
import { type DecidedResult, decided } from "../contention/decided.ts";
import { expectKind } from "./expect.ts";
import type { Scope } from "./rule.ts";

export type Found = Extract<GetResult, { readonly kind: "found" }>;
type Metadata = Readonly<Record<string, string>>;

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Bytes in a pattern that repeats neither within 256 nor with a power of two. */
export function patterned(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 0xff;
  return bytes;
}

/** Writes once, and again for as long as the store leaves it undecided. */
export function put(
  scope: Scope,
  key: string,
  body: Uint8Array,
  condition: PutCondition,
  metadata?: Metadata,
  contentType?: string,
): Promise<DecidedResult> {
  return decided(scope.store, scope, () =>
    scope.store.put(key, body, condition, { signal: scope.signal, metadata, contentType }),
  );
}

export async function create(
  scope: Scope,
  key: string,
  body: Uint8Array,
  metadata?: Metadata,
  contentType?: string,
): Promise<Version> {
  const result = await put(scope, key, body, "absent", metadata, contentType);
  return expectKind(result, "written", "a create where nothing stands").version;
}

export async function replace(
  scope: Scope,
  key: string,
  body: Uint8Array,
  version: Version,
  metadata?: Metadata,
  contentType?: string,
): Promise<Version> {
  const result = await put(scope, key, body, { matches: version }, metadata, contentType);
  return expectKind(result, "written", "a replace of the current version").version;
}

/** Deletes once, and again for as long as the store leaves it undecided: a store may space deletes as it does writes. */
export function tryRemove(scope: Scope, key: string, version: Version): Promise<DecidedResult> {
  return decided(scope.store, scope, () => scope.store.delete(key, version, { signal: scope.signal }));
}

export async function remove(scope: Scope, key: string, version: Version): Promise<Version> {
  const result = await tryRemove(scope, key, version);
  return expectKind(result, "written", "a delete of the current version").version;
}

export async function read(scope: Scope, key: string, store: Store = scope.store): Promise<Found> {
  return expectKind(await store.get(key, { signal: scope.signal }), "found", `a read of ${key}`);
}

export async function expectAbsent(scope: Scope, key: string, what: string): Promise<void> {
  expectKind(await scope.store.get(key, { signal: scope.signal }), "absent", what);
}

export async function keysUnder(scope: Scope, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of scope.store.list(prefix, { signal: scope.signal })) keys.push(key);
  return keys.sort();
}

/** Does `work` for each item, at most `width` at a time, and stops at the first that fails. */
export async function eachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      await work(item).catch((error: unknown) => {
        rest.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

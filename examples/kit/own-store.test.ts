/**
 * A store of one's own, and the suite that it must pass before a lease may rest on it. This one is a map with the port's
 * four methods around it, as a database of yours would be.
 */
import type { PutCondition, PutResult, Store, Version } from "@fencepost/core";
import { storeConformance } from "@fencepost/testing";
import { expect, test } from "vitest";

interface Row {
  readonly body: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly version: Version;
  readonly writtenAtMs: number;
}

// One database, of which each call of `openMapStore` is a view, as two connections are.
const rows = new Map<string, Row>();
let writes = 0;

function openMapStore(): Store {
  const holds = (key: string, condition: PutCondition): boolean =>
    condition === "absent" ? !rows.has(key) : rows.get(key)?.version === condition.matches;
  const times = ({ writtenAtMs }: Row) => {
    const nowMs = performance.now();
    return { nowMs, ageMs: nowMs - writtenAtMs, resolutionMs: 1 };
  };
  return {
    name: "map:",
    capabilities: {
      trusted: false, // a coordinator tries it before the first lease
      uniqueVersions: true,
      clock: true,
      minWriteIntervalMs: 0,
      conditionalDelete: true,
    },
    async get(key, { signal, unlessVersion }) {
      signal?.throwIfAborted();
      const row = rows.get(key);
      if (!row) return { kind: "absent", tokenSeed: writes + 1 };
      if (row.version === unlessVersion) return { kind: "unchanged", times: times(row) };
      const { writtenAtMs: _, ...found } = row;
      return {
        kind: "found",
        ...found,
        body: row.body.slice(),
        metadata: { ...row.metadata },
        times: times(row),
      };
    },
    async put(key, body, condition, { signal, metadata = {}, contentType }): Promise<PutResult> {
      signal?.throwIfAborted();
      // Condition and write are one step here; in a database they are one transaction.
      if (!holds(key, condition)) return { kind: "refused" };
      writes += 1;
      const version = String(writes) as Version;
      const writtenAtMs = performance.now();
      rows.set(key, { body: body.slice(), metadata: { ...metadata }, contentType, version, writtenAtMs });
      return { kind: "written", version };
    },
    async delete(key, version, { signal }): Promise<PutResult> {
      signal?.throwIfAborted();
      if (!holds(key, { matches: version })) return { kind: "refused" };
      writes += 1;
      rows.delete(key);
      return { kind: "written", version };
    },
    async *list(prefix, { signal }) {
      signal?.throwIfAborted();
      for (const key of [...rows.keys()].filter((each) => each.startsWith(prefix))) {
        signal?.throwIfAborted();
        yield key;
      }
    },
  };
}

// A rule that does not concern the store says why, and is not taken for one that holds.
test.each(storeConformance({ open: openMapStore }))("$name", async ({ run }) => {
  expect(await run()).toBeUndefined();
});

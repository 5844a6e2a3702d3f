/**
 * The suite is worth something only if a store that breaks a rule fails the case of that rule, and every case is failed
 * by some store. The tests beside the rules give the broken stores; this runs them.
 */
import { memoryStore, type PutCondition, type PutResult, type Store, type Version } from "@fencepost/core";
import { expect, test } from "vitest";
import type { Rule } from "../src/conformance/rule.ts";
import { storeConformance } from "../src/conformance/suite.ts";
import { hastyClock, limitMs } from "./hasty-clock.ts";

/** What a broken store does otherwise than the sound one beneath it; made anew for each view of it. */
export type Fault = (sound: Store) => Partial<Store>;

export interface BrokenStore {
  readonly fault: Fault;
  /** The rules, of those under test, whose cases it fails: these and no others. */
  readonly fails: readonly string[];
}

/** One test for each broken store, under its name in `broken`, and one that no rule holds whatever a store does. */
export function testBrokenStores(
  rules: readonly Rule[],
  broken: Readonly<Record<string, BrokenStore>>,
): void {
  test.each(Object.entries(broken))("a store that %s is caught", async (_, { fault, fails }) => {
    expect(await failedBy(rules, fault)).toEqual(fails);
  });

  test("each of these rules is failed by a broken store", () => {
    const failed = new Set(Object.values(broken).flatMap(({ fails }) => fails));
    expect(rules.map(({ name }) => name).filter((name) => !failed.has(name))).toEqual([]);
  });
}

async function failedBy(rules: readonly Rule[], fault: Fault): Promise<readonly string[]> {
  const clock = hastyClock();
  const sound = memoryStore({ clock });
  const open = (): Store => ({ ...sound, ...fault(sound) });
  const names = new Set(rules.map(({ name }) => name));
  const failed: string[] = [];
  for (const { name, run } of storeConformance({ open, clock, limitMs })) {
    if (names.has(name)) await run().catch(() => failed.push(name));
  }
  return failed;
}

export async function currentVersion(store: Store, key: string): Promise<Version | undefined> {
  const found = await store.get(key, {});
  return found.kind === "found" ? found.version : undefined;
}

/** Writes over whatever stands there: what no sound store can do. */
export async function overwrite(
  store: Store,
  key: string,
  body: Uint8Array,
  options: Parameters<Store["put"]>[3],
): Promise<PutResult> {
  for (;;) {
    const matches = await currentVersion(store, key);
    const result = await store.put(key, body, matches ? { matches } : "absent", options);
    if (result.kind === "written") return result;
  }
}

export function holds(condition: PutCondition, current: Version | undefined): boolean {
  return condition === "absent" ? current === undefined : condition.matches === current;
}

/** The objects of a store that breaks a promise on which leases rest. */
import type { PutCondition, PutResult, Store, Version } from "@fencepost/core";
import type { Timeline } from "../../../world/timeline.ts";
import type { Flaw } from "../plan/flaw.ts";

/** @param sound what it would be without the flaw */
export function flawedObjects(sound: Store, flaw: Flaw, timeline: Timeline): Store {
  switch (flaw.kind) {
    case "ignores-condition":
      return {
        ...sound,
        put: (key, body, condition, options) =>
          (condition === "absent" ? "absent" : "matches") === flaw.condition
            ? overwrite(sound, key, body, options)
            : sound.put(key, body, condition, options),
      };
    case "not-atomic":
      return {
        ...sound,
        async put(key, body, condition, options) {
          if (!(await holds(sound, key, condition))) return { kind: "refused" };
          await new Promise<void>((resolve) => timeline.at(timeline.nowMs + flaw.betweenMs, resolve));
          return overwrite(sound, key, body, options);
        },
      };
    // Each of its writes is sound: what goes wrong comes later, and from outside.
    case "rolls-back":
      return sound;
  }
}

/** Writes over whatever stands there, which no sound store can do. */
export async function overwrite(
  store: Store,
  key: string,
  body: Uint8Array,
  options: Parameters<Store["put"]>[3],
): Promise<PutResult> {
  const version = await versionOf(store, key);
  return store.put(key, body, version === undefined ? "absent" : { matches: version }, options);
}

async function holds(store: Store, key: string, condition: PutCondition): Promise<boolean> {
  const version = await versionOf(store, key);
  return condition === "absent" ? version === undefined : version === condition.matches;
}

async function versionOf(store: Store, key: string): Promise<Version | undefined> {
  const found = await store.get(key, {});
  return found.kind === "found" ? found.version : undefined;
}

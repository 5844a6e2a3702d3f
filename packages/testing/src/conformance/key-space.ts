/** The keys that one run of one case uses, so that they can be taken away at its end. */
import type { Store } from "@fencepost/core";
import { following } from "../contention/pace.ts";
import { eachOf } from "./steps.ts";

export interface KeySpace {
  readonly prefix: string;
  key(name: string): string;
  /** Deletes whatever stands at the keys that were handed out. */
  tidy(store: Store, signal: AbortSignal): Promise<void>;
}

const deletesAtATime = 16;

export function keySpace(prefix: string): KeySpace {
  const used = new Set<string>();
  return {
    prefix,
    key(name) {
      used.add(prefix + name);
      return prefix + name;
    },
    async tidy(store, signal) {
      await eachOf([...used], deletesAtATime, async (key) => {
        const found = await store.get(key, { signal: following(signal) });
        if (found.kind === "found") await store.delete(key, found.version, { signal: following(signal) });
      });
    },
  };
}

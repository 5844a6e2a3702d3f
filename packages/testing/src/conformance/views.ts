/** The views of the store that one run of one case opens, and the keys that it uses. */
import type { Store } from "@fencepost/core";
import { following } from "../contention/pace.ts";
import { eachOf } from "./steps.ts";

export interface Views {
  open(): Promise<Store>;
  /** Closes every view that was opened. */
  close(): Promise<void>;
}

export function viewsOf<S extends Store>(
  open: () => S | Promise<S>,
  close: ((store: S) => void | Promise<void>) | undefined,
): Views {
  const opened = new Set<S>();
  return {
    async open() {
      const view = await open();
      opened.add(view);
      return view;
    },
    async close() {
      for (const view of opened) await close?.(view);
    },
  };
}

export interface Keys {
  readonly prefix: string;
  key(name: string): string;
  /** Deletes whatever stands at the keys that were handed out. */
  tidy(store: Store, signal: AbortSignal): Promise<void>;
}

const deletesAtATime = 16;

export function keysUnder(prefix: string): Keys {
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

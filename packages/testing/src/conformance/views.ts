/** The views of the store that one run of one case opens. */
import type { Store } from "@fencepost/core";

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

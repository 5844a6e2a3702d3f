// What every actor begins with: its store, and a coordinator on it.
import { createCoordinator } from "@fencepost/core";
import { openPlace } from "../../stores/open.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

/** What the deeds share. */
export const own = {
  holder: "",
  /** What its store was asked so far. */
  requests: 0,
  /** @type {import("@fencepost/core").Coordinator | undefined} */
  opened: undefined,
};

/** @returns {import("@fencepost/core").Coordinator} */
export function coordinator() {
  if (!own.opened) throw new Error("was asked to do something before it was told where");
  return own.opened;
}

export const opening = {
  /** @param {Deeds["open"]["ask"]} stage */
  async open({ url, environment, holder, ...settings }) {
    const store = await openPlace({ url, environment });
    own.holder = holder;
    own.opened = createCoordinator(store, {
      holder,
      ...settings,
      // Other chapters prove the store; here requests are counted.
      allowUnprovenStore: true,
      onEvent: ({ type }) => {
        if (type === "store.request") own.requests += 1;
      },
    });
    return null;
  },
};

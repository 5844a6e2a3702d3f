// What every actor begins with: its store, and a coordinator on it.
import { appendFileSync } from "node:fs";
import { createCoordinator } from "@fencepost/core";
import { HistoryRecorder } from "@fencepost/testing";
import { openPlace } from "../../stores/open.mjs";
import { GatedStore } from "./gated-store.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */
/**
 * @typedef {object} Opened
 * @property {import("@fencepost/core").Coordinator} coordinator
 * @property {(holder: string, more?: import("@fencepost/core").CoordinatorOptions) => import("@fencepost/core").Coordinator} another on the same store, knowing nothing of the first
 * @property {GatedStore} store
 * @property {import("@fencepost/testing").ProcessRecorder} record
 */

/** What the deeds share. */
export const own = {
  holder: "",
  /** What its store was asked so far. */
  requests: 0,
  /** Called at each renewal. */
  renewed: () => {},
  /** @type {Opened | undefined} */
  opened: undefined,
};

/** @returns {Opened} */
export function opened() {
  if (!own.opened) throw new Error("was asked to do something before it was told where");
  return own.opened;
}

export const opening = {
  /** @param {Deeds["open"]["ask"]} stage */
  async open({ url, environment, holder, history, ...settings }) {
    const onLine =
      history === undefined
        ? undefined
        : (/** @type {string} */ line) => appendFileSync(history, `${line}\n`);
    const record = new HistoryRecorder({ onLine }).process(holder);
    const store = new GatedStore(await openPlace({ url, environment }), record);
    own.holder = holder;
    const another = (/** @type {string} */ holder, more = {}) =>
      createCoordinator(store, {
        holder,
        ...settings,
        ...more,
        // Other chapters prove the store; here requests are counted.
        allowUnprovenStore: true,
        onEvent: ({ type }) => {
          if (type === "store.request") own.requests += 1;
          if (type === "lease.renewed") own.renewed();
        },
      });
    own.opened = { coordinator: another(holder), another, store, record };
    return null;
  },

  /** @param {Deeds["shut"]["ask"]} ask */
  async shut({ names }) {
    opened().store.shut(names);
  },
  /** @param {Deeds["caught"]["ask"]} ask */
  async caught({ count }) {
    await opened().store.caught(count);
  },
  async letGo() {
    return opened().store.letGo();
  },
  /** @param {Deeds["version"]["ask"]} ask */
  async version({ name }) {
    const found = await opened().store.get(name, { signal: AbortSignal.timeout(20_000) });
    return found.kind === "found" ? found.version : null;
  },
};

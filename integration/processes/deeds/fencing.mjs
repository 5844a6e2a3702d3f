// Writing documents under a lease.
import { CoordinationError } from "@fencepost/core";
import { leaseOf } from "./leasing.mjs";
import { opened } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

/** @type {Map<string, import("@fencepost/core").FencedDocument<unknown>>} */
const fenced = new Map();

export const fencing = {
  /** @param {Deeds["claim"]["ask"]} ask */
  async claim({ document, lease: key }) {
    const { coordinator, store } = opened();
    const lease = leaseOf(key);
    store.fences.set(document, lease.token);
    fenced.set(document, await coordinator.document(document).fence(lease));
  },

  /** @param {Deeds["write"]["ask"]} ask @returns {Promise<Deeds["write"]["answer"]>} */
  async write({ document, value }) {
    const { puts } = opened().store;
    const before = puts.get(document) ?? 0;
    /** @type {string} */
    let ended = "written";
    try {
      await fenced.get(document)?.write(value);
    } catch (error) {
      if (!(error instanceof CoordinationError)) throw error;
      ended = error.code;
    }
    return { ended, sent: (puts.get(document) ?? 0) - before };
  },

  /** @param {Deeds["read"]["ask"]} ask @returns {Promise<Deeds["read"]["answer"]>} */
  async read({ document }) {
    const { value, token } = await opened().coordinator.document(document).read();
    return { value: value ?? null, token: token ?? null };
  },
};

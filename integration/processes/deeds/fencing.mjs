// Writing documents under a lease.
import { CoordinationError } from "@fencepost/core";
import { leaseOf } from "./leasing.mjs";
import { opened, own } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

/** @type {Map<string, import("@fencepost/core").FencedDocument<unknown>>} */
const fenced = new Map();

export const fencing = {
  /** @param {Deeds["claim"]["ask"]} ask */
  async claim({ document, lease: key }) {
    const { another, store } = opened();
    const lease = leaseOf(key);
    store.fences.set(document, lease.token);
    // A write that is held back, or whose process stands still, is answered all the same and not settled by a read.
    const patient = another(own.holder, { requestTimeoutMs: 60_000 });
    fenced.set(document, await patient.document(document).fence(lease));
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

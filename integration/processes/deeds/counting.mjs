// Counting in a document that others count in as well.
import { isCoordinationError } from "@fencepost/core";
import { opened, own } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Counter} Counter */

/** Calls for one increment, of which all but a few can only fail if others got in between. */
const callsMost = 100;

export const counting = {
  /** @param {import("../deeds.ts").Deeds["count"]["ask"]} ask @returns {Promise<import("../deeds.ts").CountReport>} */
  async count({ key, times }) {
    /** @type {Map<string, import("../deeds.ts").UpdateCalls>} */
    const calls = new Map();
    const before = own.requests;
    for (let increment = 1; increment <= times; increment++) {
      for (let call = 1; ; call++) {
        const { ending, rounds } = await addOne(key, increment);
        const sofar = calls.get(`${ending} ${rounds}`)?.calls ?? 0;
        calls.set(`${ending} ${rounds}`, { ending, rounds, calls: sofar + 1 });
        if (ending === "written" || ending === "unchanged") break;
        if (call === callsMost) throw new Error(`${callsMost} calls for one increment of ${key} failed`);
      }
    }
    return { calls: [...calls.values()], requests: own.requests - before };
  },
};

/**
 * Its own `increment`-th, unless that stands there already: a call of which nobody could tell may have landed.
 *
 * @param {string} key @param {number} increment
 * @returns {Promise<{ ending: import("../deeds.ts").UpdateEnding, rounds: number }>}
 */
async function addOne(key, increment) {
  const document = opened().coordinator.document(key);
  let rounds = 0;
  let unchanged = false;
  try {
    await document.update((value) => {
      rounds += 1;
      const { total, by } = /** @type {Counter} */ (value ?? { total: 0, by: {} });
      const mine = by[own.holder] ?? 0;
      unchanged = mine >= increment;
      return unchanged ? value : { total: total + 1, by: { ...by, [own.holder]: mine + 1 } };
    });
    return { ending: unchanged ? "unchanged" : "written", rounds };
  } catch (error) {
    if (isCoordinationError(error, "conflict")) return { ending: "conflict", rounds };
    if (isCoordinationError(error, "unknown-outcome") || isCoordinationError(error, "unavailable")) {
      return { ending: "unknown", rounds };
    }
    throw error;
  }
}

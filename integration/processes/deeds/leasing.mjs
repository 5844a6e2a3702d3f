// Holding leases: one of each key.
import { setTimeout as sleep } from "node:timers/promises";
import { isCoordinationError } from "@fencepost/core";
import { opened, own } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

/** @type {Map<string, import("@fencepost/core").Lease>} */
const leases = new Map();
/** @type {Map<string, () => void>} */
const endings = new Map();

/** @param {string} key */
export function leaseOf(key) {
  const lease = leases.get(key);
  if (!lease) throw new Error(`holds no lease "${key}"`);
  return lease;
}

export const leasing = {
  /** @param {Deeds["acquire"]["ask"]} ask @returns {Promise<Deeds["acquire"]["answer"]>} */
  async acquire({ key, atMs, ...options }) {
    const { coordinator, record } = opened();
    if (atMs !== undefined) await sleep(Math.max(0, atMs - Number(process.hrtime.bigint()) / 1e6));
    const lease = await record.acquire(key, async () => {
      try {
        return await coordinator.acquire(key, options);
      } catch (error) {
        if (isCoordinationError(error, "contended")) return undefined;
        throw error;
      }
    });
    if (!lease) return { token: null };
    leases.set(key, lease);
    return { token: lease.token };
  },

  /** @param {Deeds["contend"]["ask"]} ask @returns {Promise<Deeds["contend"]["answer"]>} */
  async contend({ key, contenders, rounds, ttlMs }) {
    const all = Array.from({ length: contenders }, (_, index) => opened().another(`contender ${index + 1}`));
    const winners = [];
    for (let round = 1; round <= rounds; round++) {
      const asked = await Promise.all(all.map((contender) => contender.tryAcquire(key, { ttlMs })));
      const won = asked.filter((lease) => lease !== undefined);
      winners.push(won.map(({ token }) => token));
      await Promise.all(won.map((lease) => lease.release()));
      if (won.length !== 1) break;
    }
    return { winners };
  },

  /** @param {Deeds["release"]["ask"]} ask @returns {Promise<Deeds["release"]["answer"]>} */
  async release({ key }) {
    const before = own.requests;
    const outcome = await leaseOf(key).release();
    return { outcome, requests: own.requests - before };
  },

  renewal: () =>
    new Promise((resolve) => {
      own.renewed = () => resolve(null);
    }),

  /** @param {Deeds["loss"]["ask"]} ask @returns {Promise<Deeds["loss"]["answer"]>} */
  async loss({ key }) {
    const { signal } = leaseOf(key);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    const { reason, message } = signal.reason;
    return { reason, message };
  },

  /** @param {Deeds["hold"]["ask"]} ask @returns {Promise<Deeds["hold"]["answer"]>} */
  async hold({ key, ms }) {
    const { record } = opened();
    const until =
      ms === undefined ? new Promise((resolve) => endings.set(key, () => resolve(null))) : sleep(ms);
    try {
      await record.hold(leaseOf(key), () => until);
      return { ended: "held" };
    } catch (error) {
      if (!isCoordinationError(error, "lease-lost")) throw error;
      return { ended: error.reason };
    }
  },
  /** @param {Deeds["holdNoMore"]["ask"]} ask */
  async holdNoMore({ key }) {
    endings.get(key)?.();
  },

  /** @param {Deeds["inspect"]["ask"]} ask @returns {Promise<Deeds["inspect"]["answer"]>} */
  async inspect({ key }) {
    const { state, ...status } = await opened().coordinator.inspect(key);
    return { state, token: "token" in status ? status.token : null };
  },
};

// Doing something at most once: the effect is a line in a file, so that a witness can count it.
import { appendFileSync } from "node:fs";
import { CoordinationError, isCoordinationError } from "@fencepost/core";
import { opened, own } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

/** Of an attempt that is known not to have begun. */
const triesMost = 30;
let goOn = () => {};

export const claiming = {
  /** @param {Deeds["once"]["ask"]} ask @returns {Promise<Deeds["once"]["answer"]>} */
  async once({ intents, effects, ttlMs, waitMs, stays }) {
    const outcomes = [];
    for (const intent of intents) outcomes.push({ intent, ...(await set(intent)) });
    return { outcomes };

    /** @param {string} intent @returns {Promise<{ ended: string, value?: string, token?: number }>} */
    async function set(intent) {
      for (let tried = 1; ; tried++) {
        try {
          const { ran, value } = await opened()
            .coordinator.once(intent, { schema: String })
            .run({ ttlMs, waitMs }, () => effect(intent));
          return { ended: ran ? "ran" : "recorded", value };
        } catch (error) {
          if (isCoordinationError(error, "unavailable") && tried < triesMost) continue;
          if (!(error instanceof CoordinationError)) throw error;
          const { code, token } = /** @type {CoordinationError & { token?: number }} */ (error);
          return { ended: code, ...(token !== undefined && { token }) };
        }
      }
    }

    /** @param {string} intent */
    async function effect(intent) {
      appendFileSync(effects, `${intent}\n`);
      if (stays)
        await new Promise((resolve) => {
          goOn = () => resolve(null);
        });
      return `done by ${own.holder}`;
    }
  },

  async goOn() {
    goOn();
  },

  /** @param {Deeds["resolve"]["ask"]} ask */
  async resolve({ intent, token, value }) {
    const once = opened().coordinator.once(intent, { schema: String });
    await once.resolve(/** @type {import("@fencepost/core").FencingToken} */ (token), {
      happened: true,
      value,
    });
  },
};

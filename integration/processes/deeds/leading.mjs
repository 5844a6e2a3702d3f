// Standing in an election, and as the leader writing a document under the term, again and again.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isCoordinationError } from "@fencepost/core";
import { opened, own } from "./opening.mjs";

/** @typedef {import("../deeds.ts").Deeds} Deeds */

const pauseMs = 50;
const stop = new AbortController();
/** @type {Promise<void> | undefined} */
let leading;

export const leadings = {
  /** @param {Deeds["lead"]["ask"]} ask */
  async lead({ key, document, terms, ttlMs }) {
    const { coordinator } = opened();
    const election = coordinator.election(key, { schema: String });
    leading = election.lead({ value: own.holder, signal: stop.signal, ttlMs }, async (term) => {
      const atMs = Number(process.hrtime.bigint()) / 1e6;
      appendFileSync(terms, `${JSON.stringify({ leader: own.holder, token: term.token, atMs })}\n`);
      try {
        const fenced = await coordinator.document(document).fence(term, { signal: term.signal });
        for (let step = 1; !term.signal.aborted; step++) {
          await fenced.write({ by: own.holder, step });
          await sleep(pauseMs);
        }
      } catch (error) {
        // It is told when it leads no more; that is what ends its work.
        if (!term.signal.aborted && !isCoordinationError(error, "fenced")) throw error;
      }
    });
    // A failure is told to whoever asks for the end.
    leading.catch(() => {});
  },

  /** @returns {Promise<null>} */
  async leadNoMore() {
    stop.abort();
    await leading;
    return null;
  },

  /** @param {Deeds["leader"]["ask"]} ask @returns {Promise<Deeds["leader"]["answer"]>} */
  async leader({ key }) {
    const leader = await opened().coordinator.election(key, { schema: String }).leader();
    return leader ? { value: leader.value, token: leader.token } : { value: null, token: null };
  },
};

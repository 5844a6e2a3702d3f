import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store } from "@fencepost/core";
import { currentVersion, holds, overwrite, testBrokenStores } from "../../../test/broken-store.ts";
import { raceRules } from "./races.ts";

const creates = "of 32 concurrent creates exactly one is written";
const replaces = "of 32 concurrent replaces of one version exactly one is written";
const deletes =
  "of 16 concurrent replaces and 16 deletes of one version exactly one is written, where deletes honour it";
const increments = "8 workers who add 25 each end on exactly 200";

/** A put whose check and write are two steps, with room for others in between. */
const checkThenWrite =
  (sound: Store): Store["put"] =>
  async (key, body, condition, options) => {
    if (!holds(condition, await currentVersion(sound, key))) return { kind: "refused" };
    await nextTurn();
    return overwrite(sound, key, body, options);
  };

testBrokenStores(raceRules, {
  "checks a condition and then writes": {
    fault: (sound) => ({ put: checkThenWrite(sound) }),
    fails: [creates, replaces, deletes, increments],
  },
  "checks a condition under a lock of its own process": {
    fault: (sound) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        put(key, body, condition, options) {
          const turn = last.then(() => checkThenWrite(sound)(key, body, condition, options));
          last = turn;
          return turn;
        },
      };
    },
    fails: [creates, replaces, increments],
  },
  "checks a create and then writes": {
    fault: (sound) => ({
      put: (key, body, condition, options) =>
        (condition === "absent" ? checkThenWrite(sound) : sound.put)(key, body, condition, options),
    }),
    fails: [creates],
  },
  "checks a delete and then removes": {
    fault: (sound) => ({
      async delete(key, version, options) {
        if ((await currentVersion(sound, key)) !== version) return { kind: "refused" };
        await nextTurn();
        const current = await currentVersion(sound, key);
        if (current) await sound.delete(key, current, options);
        return { kind: "written", version };
      },
    }),
    fails: [deletes],
  },
  "refuses everybody in a race": {
    fault: (sound) => {
      let open = 0;
      return {
        async put(key, body, condition, options) {
          open += 1;
          await nextTurn();
          const crowded = open > 1;
          await nextTurn();
          open -= 1;
          return crowded ? { kind: "refused" } : sound.put(key, body, condition, options);
        },
      };
    },
    fails: [creates, replaces, increments],
  },
  "is sound, but loses answers and leaves writes undecided": {
    fault: (sound) => {
      let raced = 0;
      return {
        async put(key, body, condition, options) {
          if (!/contender|worker/.test(new TextDecoder().decode(body))) {
            return sound.put(key, body, condition, options);
          }
          raced += 1;
          if (raced % 5 === 0) return { kind: "undecided", detail: "409 ConditionalRequestConflict" };
          const result = await sound.put(key, body, condition, options);
          return raced % 3 === 0 ? { kind: "unknown", cause: new Error("reset by peer") } : result;
        },
      };
    },
    fails: [],
  },
});

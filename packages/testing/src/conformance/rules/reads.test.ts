import { setImmediate as nextTurn } from "node:timers/promises";
import type { GetResult } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { readRules } from "./reads.ts";

testBrokenStores(readRules, {
  "ignores unlessVersion": {
    fault: (sound) => ({ get: (key, { signal }) => sound.get(key, { signal }) }),
    fails: ["a read unless the current version answers unchanged"],
  },
  "takes any version for the current one": {
    fault: (sound) => ({
      async get(key, { signal, unlessVersion }) {
        const answer = await sound.get(key, { signal });
        return unlessVersion ? { kind: "unchanged", times: undefined } : answer;
      },
    }),
    fails: [
      "a read of nothing answers absent, whatever version the reader knows",
      "a read unless an older version answers with the newest state",
    ],
  },
  "answers from a cache of its own": {
    fault: (sound) => {
      const cache = new Map<string, GetResult>();
      return {
        async get(key, options) {
          const answer = cache.get(key) ?? (await sound.get(key, options));
          if (answer.kind === "found") cache.set(key, answer);
          return answer;
        },
      };
    },
    fails: ["another view of the store reads a write as soon as it is acknowledged"],
  },
  "asks for the body first and for its version later": {
    fault: (sound) => ({
      async get(key, options) {
        const earlier = await sound.get(key, options);
        await nextTurn();
        const later = await sound.get(key, options);
        return earlier.kind === "found" && later.kind === "found" ? { ...later, body: earlier.body } : later;
      },
    }),
    fails: ["a read during writes gives body and metadata of one state, and its version or an older one"],
  },
  "asks for the metadata first and for the rest later": {
    fault: (sound) => ({
      async get(key, options) {
        const earlier = await sound.get(key, options);
        await nextTurn();
        const later = await sound.get(key, options);
        return earlier.kind === "found" && later.kind === "found"
          ? { ...later, metadata: earlier.metadata }
          : later;
      },
    }),
    fails: ["a read during writes gives body and metadata of one state, and its version or an older one"],
  },
});

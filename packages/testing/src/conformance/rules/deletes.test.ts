import { currentVersion, testBrokenStores } from "../../../test/broken-store.ts";
import { deleteRules } from "./deletes.ts";

const deleted = "a deleted object is absent, may be created again, and its version is given back";
const stale = "a delete of a stale version is refused, where the store says that it honours it";
const nothing = "a delete of nothing is refused, where the store says that it honours the version";

testBrokenStores(deleteRules, {
  "says that it honours the version of a delete and does not": {
    fault: (sound) => ({
      async delete(key, version, options) {
        const current = await currentVersion(sound, key);
        if (current) await sound.delete(key, current, options);
        return { kind: "written", version };
      },
    }),
    fails: [stale, nothing],
  },
  "does not say that it honours the version of a delete, and does not": {
    fault: (sound) => ({
      capabilities: { ...sound.capabilities, conditionalDelete: false },
      async delete(key, version, options) {
        const current = await currentVersion(sound, key);
        if (current) await sound.delete(key, current, options);
        return { kind: "written", version };
      },
    }),
    fails: [],
  },
  "leaves each second delete undecided, as Google does when it comes too soon": {
    fault: (sound) => {
      let asked = 0;
      return {
        async delete(key, version, options) {
          asked += 1;
          if (asked % 2 === 1) return { kind: "undecided", detail: "429" };
          return sound.delete(key, version, options);
        },
      };
    },
    fails: [],
  },
  "acknowledges a delete and keeps the object": {
    fault: () => ({ delete: async (_, version) => ({ kind: "written", version }) }),
    fails: [deleted, stale, nothing],
  },
  "leaves a mark behind that a create takes for an object": {
    fault: (sound) => {
      const marked = new Set<string>();
      return {
        delete(key, version, options) {
          marked.add(key);
          return sound.delete(key, version, options);
        },
        async put(key, body, condition, options) {
          return marked.has(key) ? { kind: "refused" } : sound.put(key, body, condition, options);
        },
      };
    },
    fails: [deleted],
  },
});

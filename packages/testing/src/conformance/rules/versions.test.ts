import { memoryStore, type Store, type Version } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { versionRules } from "./versions.ts";

const uniqueOfWrites = "equal bytes get a new version with every write, where versions are said to be unique";
const uniqueForEver =
  "a version does not come back when its object is deleted and made anew, where versions are said to be unique";

/** Shows the versions of `sound` under other names, for which `renamed` must be a one-to-one rule to be sound. */
const renaming = (sound: Store, renamed: (version: Version, key: string) => string): Partial<Store> => {
  const truth = new Map<string, Version>();
  const shown = (version: Version, key: string): Version => {
    const name = renamed(version, key) as Version;
    truth.set(name, version);
    return name;
  };
  return {
    async get(key, { signal }) {
      const answer = await sound.get(key, { signal });
      return answer.kind === "found" ? { ...answer, version: shown(answer.version, key) } : answer;
    },
    async put(key, body, condition, options) {
      const real =
        condition === "absent" ? condition : { matches: truth.get(condition.matches) ?? condition.matches };
      const result = await sound.put(key, body, real, options);
      return result.kind === "written" ? { ...result, version: shown(result.version, key) } : result;
    },
  };
};

testBrokenStores(versionRules, {
  "answers a write with the version before": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        const result = await sound.put(key, body, condition, options);
        if (result.kind !== "written" || condition === "absent") return result;
        return { kind: "written", version: condition.matches };
      },
    }),
    fails: [
      "the version that a write answers is the one that a read then gives",
      "different bytes have different versions",
      uniqueOfWrites,
    ],
  },
  "gives no version": {
    fault: (sound) => renaming(sound, () => ""),
    fails: [
      "the version that a write answers is the one that a read then gives",
      "different bytes have different versions",
      uniqueOfWrites,
      uniqueForEver,
    ],
  },
  "says that versions are unique although they are hashes": {
    fault: () => {
      const hashed = memoryStore({ versions: "content-hash" });
      return { ...hashed, capabilities: { ...hashed.capabilities, uniqueVersions: true } };
    },
    fails: [uniqueOfWrites, uniqueForEver],
  },
  "counts the versions of each object from its creation": {
    fault: (sound) => {
      const counts = new Map<string, Map<Version, number>>();
      const counted = renaming(sound, (version, key) => {
        const known = counts.get(key) ?? new Map<Version, number>();
        counts.set(key, known);
        const count = known.get(version) ?? known.size + 1;
        known.set(version, count);
        return `${count}`;
      });
      return {
        ...counted,
        async delete(key, version, options) {
          const current = await sound.get(key, options);
          if (current.kind === "found") await sound.delete(key, current.version, options);
          counts.delete(key);
          return { kind: "written", version };
        },
      };
    },
    fails: [uniqueForEver],
  },
});

import type { Store } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { seedRules } from "./seeds.ts";

const integer = "an absent answer carries a token seed that is a safe integer, or none";
const above = "the token seed of a deleted object is above every token that its lineage can have reached";

const seeding = (sound: Store, other: (seed: number) => number): Partial<Store> => ({
  async get(key, options) {
    const answer = await sound.get(key, options);
    if (answer.kind !== "absent" || answer.tokenSeed === undefined) return answer;
    return { kind: "absent", tokenSeed: other(answer.tokenSeed) };
  },
});

testBrokenStores(seedRules, {
  "starts every lineage at 1": {
    fault: (sound) => seeding(sound, () => 1),
    fails: [above],
  },
  "seeds with the number of objects that exist": {
    fault: (sound) => {
      let existing = 0;
      return {
        ...seeding(sound, () => existing + 1),
        async put(key, body, condition, options) {
          const result = await sound.put(key, body, condition, options);
          if (result.kind === "written" && condition === "absent") existing += 1;
          return result;
        },
        async delete(key, version, options) {
          existing -= 1;
          return sound.delete(key, version, options);
        },
      };
    },
    fails: [above],
  },
  "seeds with a fraction": {
    fault: (sound) => seeding(sound, (seed) => seed + 0.5),
    fails: [integer],
  },
  "seeds with nanoseconds": {
    fault: (sound) => seeding(sound, (seed) => 1_764_000_000_000_000_000 + seed * 1_000),
    fails: [integer],
  },
});

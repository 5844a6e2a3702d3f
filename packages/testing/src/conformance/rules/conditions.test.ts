import { currentVersion, overwrite, testBrokenStores } from "../../../test/broken-store.ts";
import { conditionRules } from "./conditions.ts";

testBrokenStores(conditionRules, {
  "ignores the condition of a create": {
    fault: (sound) => ({
      put: (key, body, condition, options) =>
        condition === "absent"
          ? overwrite(sound, key, body, options)
          : sound.put(key, body, condition, options),
    }),
    fails: ["a create is refused where something stands, and changes nothing"],
  },
  "ignores the condition of a replace": {
    fault: (sound) => ({
      put: async (key, body, condition, options) =>
        condition !== "absent" && (await currentVersion(sound, key))
          ? overwrite(sound, key, body, options)
          : sound.put(key, body, condition, options),
    }),
    fails: [
      "a replace of a stale version is refused, and changes nothing",
      "a replace with the version of another object is refused, and changes nothing",
    ],
  },
  "creates when it is to replace nothing": {
    fault: (sound) => ({
      put: async (key, body, condition, options) =>
        sound.put(key, body, (await currentVersion(sound, key)) ? condition : "absent", options),
    }),
    fails: [
      "a replace of nothing is refused, and creates nothing",
      "a replace of a deleted object is refused, and does not bring it back",
    ],
  },
  "refuses, and writes all the same": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        const result = await sound.put(key, body, condition, options);
        if (result.kind === "refused") await overwrite(sound, key, body, options);
        return result;
      },
    }),
    fails: [
      "a create is refused where something stands, and changes nothing",
      "a replace of a stale version is refused, and changes nothing",
      "a replace with the version of another object is refused, and changes nothing",
      "a replace of nothing is refused, and creates nothing",
      "a replace of a deleted object is refused, and does not bring it back",
    ],
  },
  "acknowledges a write and loses it": {
    fault: (sound) => ({
      put: (key, _, condition, options) => sound.put(key, new Uint8Array(0), condition, options),
    }),
    fails: [
      "a create is accepted where nothing stands, and read back",
      "a create is refused where something stands, and changes nothing",
      "a replace of the current version is accepted, and read back",
      "a replace of a stale version is refused, and changes nothing",
      "a replace with the version of another object is refused, and changes nothing",
    ],
  },
});

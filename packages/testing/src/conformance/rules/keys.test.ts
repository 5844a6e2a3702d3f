import { MisconfiguredError, type Store } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { keyRules } from "./keys.ts";

const legal = "a key may hold every legal character, and is taken for no other key";

/** A store that takes one key for another before it looks. */
const taking = (sound: Store, other: (key: string) => string): Partial<Store> => ({
  get: (key, options) => sound.get(other(key), options),
  put: (key, body, condition, options) => sound.put(other(key), body, condition, options),
  delete: (key, version, options) => sound.delete(other(key), version, options),
  list: (prefix, options) => sound.list(other(prefix), options),
});

/** The folder that a key would need, if it is there as a file already. */
const fileInTheWay = async (sound: Store, key: string): Promise<string | undefined> => {
  const parts = key.split("/");
  for (let length = 1; length < parts.length; length += 1) {
    const parent = parts.slice(0, length).join("/");
    if ((await sound.get(parent, {})).kind === "found") return parent;
  }
  return undefined;
};

testBrokenStores(keyRules, {
  "decodes a key as a URL does": {
    fault: (sound) => taking(sound, (key) => key.replaceAll("+", " ").replaceAll("%20", " ")),
    fails: [legal],
  },
  "leaves out what stands behind a question mark": {
    fault: (sound) => taking(sound, (key) => key.replace(/\?.*$/, "")),
    fails: [legal],
  },
  "lists keys as a URL has them": {
    fault: (sound) => ({
      async *list(prefix, options) {
        for await (const key of sound.list(prefix, options)) yield encodeURI(key);
      },
    }),
    fails: [legal, "keys that look alike but are different Unicode are two"],
  },
  "folds the case of keys": {
    fault: (sound) => taking(sound, (key) => key.toLowerCase()),
    fails: [legal, "keys that differ only in case are two"],
  },
  "turns keys into one form of Unicode": {
    fault: (sound) => taking(sound, (key) => key.normalize("NFC")),
    fails: ["keys that look alike but are different Unicode are two"],
  },
  "cuts a key after 512 characters": {
    fault: (sound) => taking(sound, (key) => key.slice(0, 512)),
    fails: ["a key may be 900 bytes long"],
  },
  "takes a record for a folder of records": {
    fault: (sound) => taking(sound, (key) => key.replace(/\/a(\.json|\/b\.json|\/b)?$/, "/a")),
    fails: [
      "the records of `a` and of `a/b` stand side by side",
      "objects `a` and `a/b` stand side by side, where the store does not say that it keeps files",
    ],
  },
  "keeps files and does not say so": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        if (await fileInTheWay(sound, key)) return { kind: "refused" };
        return sound.put(key, body, condition, options);
      },
    }),
    fails: ["objects `a` and `a/b` stand side by side, where the store does not say that it keeps files"],
  },
  "is sound, keeps files and says so": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        const parent = await fileInTheWay(sound, key);
        if (parent) throw new MisconfiguredError(`${parent} is a file`, { key });
        return sound.put(key, body, condition, options);
      },
    }),
    fails: [],
  },
});

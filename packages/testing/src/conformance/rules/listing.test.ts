import type { Store } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { listingRules } from "./listing.ts";

const pages = "a listing gives every key once, over more than one page";
const literal =
  "a prefix is taken character by character: `a/` does not give `ab`, and nothing in it is a pattern";
const current = "a listing shows a key as soon as it is created, and no longer once it is deleted";

/** Lists every key of the store for which `wanted` says how often. */
const listing = (
  sound: Store,
  wanted: (key: string, prefix: string, index: number) => number,
): Partial<Store> => ({
  async *list(prefix, options) {
    let index = 0;
    for await (const key of sound.list("", options)) {
      const times = wanted(key, prefix, index);
      for (let time = 0; time < times; time += 1) yield key;
      if (times > 0) index += 1;
    }
  },
});

testBrokenStores(listingRules, {
  "gives one page only": {
    fault: (sound) =>
      listing(sound, (key, prefix, index) => (key.startsWith(prefix) && index < 1_000 ? 1 : 0)),
    fails: [pages],
  },
  "begins a page with the key that ended the last one": {
    fault: (sound) =>
      listing(sound, (key, prefix, index) => (key.startsWith(prefix) ? (index === 999 ? 2 : 1) : 0)),
    fails: [pages],
  },
  "takes a prefix for a folder": {
    fault: (sound) => listing(sound, (key, prefix) => (key.startsWith(prefix.replace(/[^/]*$/, "")) ? 1 : 0)),
    fails: [literal],
  },
  "takes an underscore for any character": {
    fault: (sound) =>
      listing(sound, (key, prefix) => {
        const beginning = key.slice(0, prefix.length);
        return beginning.length === prefix.length &&
          [...prefix].every((c, at) => c === "_" || c === beginning[at])
          ? 1
          : 0;
      }),
    fails: [literal],
  },
  "folds the case of a prefix": {
    fault: (sound) =>
      listing(sound, (key, prefix) => (key.toLowerCase().startsWith(prefix.toLowerCase()) ? 1 : 0)),
    fails: [literal],
  },
  "does not go down into folders": {
    fault: (sound) =>
      listing(sound, (key, prefix) =>
        key.startsWith(prefix) && !key.slice(prefix.length).includes("/") ? 1 : 0,
      ),
    fails: [literal],
  },
  "lists deleted keys": {
    fault: (sound) => {
      const ever = new Set<string>();
      return {
        put(key, body, condition, options) {
          ever.add(key);
          return sound.put(key, body, condition, options);
        },
        async *list(prefix) {
          for (const key of ever) if (key.startsWith(prefix)) yield key;
        },
      };
    },
    fails: [current],
  },
  "gives a name to what is empty": {
    fault: (sound) => ({
      async *list(prefix, options) {
        let listed = 0;
        for await (const key of sound.list(prefix, options)) {
          listed += 1;
          yield key;
        }
        if (listed === 0) yield prefix;
      },
    }),
    fails: ["a listing of nothing is empty", current],
  },
  "cannot list again before the last listing has ended": {
    fault: (sound) => {
      let listing = false;
      return {
        async *list(prefix, options) {
          if (listing) throw new Error("a listing is open already");
          listing = true;
          yield* sound.list(prefix, options);
          listing = false;
        },
      };
    },
    fails: ["a listing may be left before its end, and begun again"],
  },
});

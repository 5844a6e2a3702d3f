import type { Store, StoreTimes } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { timeRules } from "./times.ts";

const stated = "a read states the store's time, the object's age and the step in which both are told";
const fresh =
  "the age of a fresh object is at least 0 and at most the time since its write, give or take a step";
const grows = "the age grows with time, and begins again with every write";
const unchanged = "an unchanged answer tells the age as a full one does, or says that it cannot";

const telling = (
  sound: Store,
  told: (times: StoreTimes, key: string) => StoreTimes | undefined,
): Partial<Store> => ({
  async get(key, options) {
    const answer = await sound.get(key, options);
    return "times" in answer && answer.times ? { ...answer, times: told(answer.times, key) } : answer;
  },
});

testBrokenStores(timeRules, {
  "tells no time although it says that it does": {
    fault: (sound) => telling(sound, () => undefined),
    fails: [stated, fresh, grows],
  },
  "tells time without a step": {
    fault: (sound) => telling(sound, (times) => ({ ...times, resolutionMs: 0 })),
    fails: [stated],
  },
  "takes seconds for milliseconds": {
    fault: (sound) =>
      telling(sound, (times) => ({ ...times, nowMs: times.nowMs / 1_000, ageMs: times.ageMs / 1_000 })),
    fails: [grows],
  },
  "measures the age with a clock that is ahead of the store's": {
    fault: (sound) => telling(sound, (times) => ({ ...times, ageMs: times.ageMs + 3_600_000 })),
    fails: [fresh, grows, unchanged],
  },
  "measures the age with a clock that is behind the store's": {
    fault: (sound) => telling(sound, (times) => ({ ...times, ageMs: times.ageMs - 3_600_000 })),
    fails: [fresh, grows, unchanged],
  },
  "tells the age of the first write": {
    fault: (sound) => {
      const firstMs = new Map<string, number>();
      return telling(sound, (times, key) => {
        const first = firstMs.get(key) ?? times.nowMs - times.ageMs;
        firstMs.set(key, first);
        return { ...times, ageMs: times.nowMs - first };
      });
    },
    fails: [grows],
  },
  "tells an age that stands still": {
    fault: (sound) => telling(sound, (times) => ({ ...times, ageMs: 0 })),
    fails: [grows],
  },
  "answers from a cache, with the time of then": {
    fault: (sound) => {
      const then = new Map<string, StoreTimes>();
      return telling(sound, (times, key) => {
        const cached = then.get(key) ?? times;
        then.set(key, cached);
        return cached;
      });
    },
    fails: [grows],
  },
});

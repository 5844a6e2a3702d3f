import { setImmediate as nextTurn } from "node:timers/promises";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { abortRules } from "./aborts.ts";

const reason = "a call whose signal is aborted already throws the signal's own reason";
const nothing = "a write whose signal is aborted already writes nothing";
const get = "a get that is aborted on its way throws the signal's own reason, or had its answer already";
const put =
  "a put that is aborted on its way is unknown or has its true answer, and throws only if nothing was written";
const list = "a listing that is aborted on its way throws the signal's own reason, or gives every key";

testBrokenStores(abortRules, {
  "does not look at the signal of a get": {
    fault: (sound) => ({ get: (key, { unlessVersion }) => sound.get(key, { unlessVersion }) }),
    fails: [reason],
  },
  "does not look at the signal of a put": {
    fault: (sound) => ({ put: (key, body, condition) => sound.put(key, body, condition, {}) }),
    fails: [reason, nothing],
  },
  "does not look at the signal of a delete": {
    fault: (sound) => ({ delete: (key, version) => sound.delete(key, version, {}) }),
    fails: [reason, nothing],
  },
  "does not look at the signal of a listing": {
    fault: (sound) => ({ list: (prefix) => sound.list(prefix, {}) }),
    fails: [reason],
  },
  "ends an aborted listing as if that were all": {
    fault: (sound) => ({
      async *list(prefix, { signal }) {
        for await (const key of sound.list(prefix, {})) {
          if (signal?.aborted) return;
          yield key;
        }
      },
    }),
    fails: [reason, list],
  },
  "throws an error of its own": {
    fault: (sound) => ({
      async get(key, options) {
        await nextTurn();
        if (options.signal?.aborted) throw new DOMException("aborted", "AbortError");
        return sound.get(key, options);
      },
    }),
    fails: [reason, get],
  },
  "gives what it has got of an aborted read": {
    fault: (sound) => ({
      async get(key, options) {
        const answer = await sound.get(key, options);
        await nextTurn();
        const cut = options.signal?.aborted && answer.kind === "found";
        return cut ? { ...answer, body: answer.body.subarray(0, 100) } : answer;
      },
    }),
    fails: [get],
  },
  "throws although it has written": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        const result = await sound.put(key, body, condition, options);
        await nextTurn();
        options.signal?.throwIfAborted();
        return result;
      },
    }),
    fails: [put],
  },
  "takes an abort for a refusal": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        options.signal?.throwIfAborted();
        await nextTurn();
        return options.signal?.aborted ? { kind: "refused" } : sound.put(key, body, condition, options);
      },
    }),
    fails: [put],
  },
  "is not usable after an abort": {
    fault: (sound) => {
      let spoilt = false;
      return {
        async put(key, body, condition, options) {
          if (spoilt) throw new Error("cannot start a transaction within a transaction");
          options.signal?.throwIfAborted();
          await nextTurn();
          spoilt = options.signal?.aborted ?? false;
          return spoilt
            ? { kind: "unknown", cause: options.signal?.reason }
            : sound.put(key, body, condition, options);
        },
      };
    },
    fails: [put],
  },
});

import type { GetResult, Store, Version } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { bodyRules } from "./bodies.ts";

type Found = Extract<GetResult, { readonly kind: "found" }>;

const handedIn =
  "what the writer does to its body or metadata after the write changes nothing that is stored";
const handedOut = "what a reader does to the body or metadata it was given changes nothing that is stored";
const window = "a body that is a window on a larger buffer is written as the window only";

const writing = (
  sound: Store,
  change: (body: Uint8Array, key: string) => Promise<Uint8Array>,
): Partial<Store> => ({
  async put(key, body, condition, options) {
    return sound.put(key, await change(body, key), condition, options);
  },
});

const reading = (sound: Store, change: (found: Found, key: string) => GetResult): Partial<Store> => ({
  async get(key, options) {
    const answer = await sound.get(key, options);
    return answer.kind === "found" ? change(answer, key) : answer;
  },
});

testBrokenStores(bodyRules, {
  "takes an empty body for nothing": {
    fault: (sound) =>
      reading(sound, (found) =>
        found.body.byteLength > 0 ? found : { kind: "absent", tokenSeed: undefined },
      ),
    fails: ["an empty body is an object, not an absence"],
  },
  "keeps bodies as text": {
    fault: (sound) =>
      writing(sound, async (body) => new TextEncoder().encode(new TextDecoder().decode(body))),
    fails: [
      "a body may hold every byte, text or not",
      "a body of 64 KiB comes back whole",
      "a body of 8 MiB comes back whole",
      window,
    ],
  },
  "cuts what is too large for one part": {
    fault: (sound) => writing(sound, async (body) => body.subarray(0, 5 * 1024 * 1024)),
    fails: ["a body of 8 MiB comes back whole"],
  },
  "writes over the beginning of what was there": {
    fault: (sound) =>
      writing(sound, async (body, key) => {
        const before = await sound.get(key, {});
        const whole = new Uint8Array(
          Math.max(body.byteLength, before.kind === "found" ? before.body.byteLength : 0),
        );
        if (before.kind === "found") whole.set(before.body);
        whole.set(body);
        return whole;
      }),
    fails: ["a shorter body leaves nothing of the longer one that it replaces"],
  },
  "writes the whole buffer behind a window": {
    fault: (sound) => writing(sound, async (body) => new Uint8Array(body.buffer)),
    fails: [window],
  },
  "keeps the very body that it was handed": {
    fault: (sound) => {
      const kept = new Map<string, Uint8Array>();
      return {
        ...writing(sound, async (body, key) => {
          kept.set(key, body);
          return body;
        }),
        ...reading(sound, (found, key) => ({ ...found, body: kept.get(key)?.slice() ?? found.body })),
      };
    },
    fails: [handedIn],
  },
  "hands out the very body that it keeps": {
    fault: (sound) => {
      const kept = new Map<Version, Uint8Array>();
      return reading(sound, (found) => {
        const body = kept.get(found.version) ?? found.body;
        kept.set(found.version, body);
        return { ...found, body };
      });
    },
    fails: [handedOut],
  },
  "hands out the very metadata that it keeps": {
    fault: (sound) => {
      const kept = new Map<Version, Readonly<Record<string, string>>>();
      return reading(sound, (found) => {
        const metadata = kept.get(found.version) ?? found.metadata;
        kept.set(found.version, metadata);
        return { ...found, metadata };
      });
    },
    fails: [handedOut],
  },
});

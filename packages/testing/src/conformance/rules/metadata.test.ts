import type { Store } from "@fencepost/core";
import { testBrokenStores } from "../../../test/broken-store.ts";
import { metadataRules } from "./metadata.ts";

const roundTrip = "metadata of lower-case names and printable ASCII values comes back as it was written";
const leftOver = "a replace without metadata leaves none of the old";
const typed = "a content type comes back as it was written, and one that is written in its place";
const sameBytes = "metadata is replaced although the bytes stay the same";

const writing = (
  sound: Store,
  change: (metadata: Readonly<Record<string, string>>, key: string) => Promise<Record<string, string>>,
): Partial<Store> => ({
  async put(key, body, condition, options) {
    return sound.put(key, body, condition, {
      ...options,
      metadata: await change(options.metadata ?? {}, key),
    });
  },
});

testBrokenStores(metadataRules, {
  "drops metadata": {
    fault: (sound) => writing(sound, async () => ({})),
    fails: [roundTrip, sameBytes],
  },
  "folds the case of values": {
    fault: (sound) =>
      writing(sound, async (metadata) =>
        Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value.toLowerCase()])),
      ),
    fails: [roundTrip],
  },
  "decodes values as a URL does": {
    fault: (sound) =>
      writing(sound, async (metadata) =>
        Object.fromEntries(
          Object.entries(metadata).map(([name, value]) => [name, value.replaceAll("%20", " ")]),
        ),
      ),
    fails: [roundTrip],
  },
  "keeps the old metadata beside the new": {
    fault: (sound) =>
      writing(sound, async (metadata, key) => {
        const before = await sound.get(key, {});
        return { ...(before.kind === "found" ? before.metadata : {}), ...metadata };
      }),
    fails: [roundTrip, leftOver],
  },
  "drops the content type": {
    fault: (sound) => ({
      put: (key, body, condition, options) =>
        sound.put(key, body, condition, { ...options, contentType: undefined }),
    }),
    fails: [typed],
  },
  "leaves everything as it is where the bytes stay the same": {
    fault: (sound) => ({
      async put(key, body, condition, options) {
        const before = await sound.get(key, {});
        const same = before.kind === "found" && `${before.body}` === `${body}`;
        return same ? { kind: "written", version: before.version } : sound.put(key, body, condition, options);
      },
    }),
    fails: [sameBytes],
  },
});

/** Every rule of the port, on a real server; and what the witness sees of it. */
import { storeConformance } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import type { ServerStore } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

export function conformance(site: () => Site): void {
  describe("conformance", () => {
    let place: ServerStore | undefined;
    const open = () => {
      place ??= site().place();
      return place.open();
    };
    for (const { name, run } of storeConformance({ open })) {
      test(name, async (context) => {
        const skipped = await run(context.signal);
        context.skip(skipped !== undefined, skipped?.skipped);
      });
    }
  });

  describe("the witness", () => {
    test("reads byte for byte what we wrote, and we what it wrote", async () => {
      const { bucket, prefix, open } = site().place();
      const store = open();
      const key = "a folder/ünï (cödé)~!.bin";
      const body = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 37) & 0xff);

      expect(await store.put(key, body, "absent", { metadata: { writer: "us" } })).toMatchObject({
        kind: "written",
      });
      expect(await site().witness.keys(bucket, prefix)).toEqual([`${prefix}/${key}`]);
      expect(Buffer.from((await site().witness.read(bucket, `${prefix}/${key}`)) ?? [])).toEqual(
        Buffer.from(body),
      );

      await site().witness.put(bucket, `${prefix}/${key}`, "theirs");
      const found = await store.get(key, {});
      expect(found.kind === "found" && new TextDecoder().decode(found.body)).toBe("theirs");
    });

    test("moves the version, so that what we knew before does not overwrite what it wrote", async () => {
      const { bucket, prefix, open } = site().place();
      const store = open();
      const ours = await store.put("key", new TextEncoder().encode("ours"), "absent", {});
      if (ours.kind !== "written") throw new Error(`expected it to be written, got ${ours.kind}`);
      await site().witness.put(bucket, `${prefix}/key`, "theirs");

      const late = await store.put("key", new TextEncoder().encode("late"), { matches: ours.version }, {});
      expect(late).toEqual({ kind: "refused" });
      expect(Buffer.from((await site().witness.read(bucket, `${prefix}/key`)) ?? []).toString()).toBe(
        "theirs",
      );
    });
  });
}

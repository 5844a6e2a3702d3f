/** The command, as built and as a person runs it, on a real server. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startWireCounter } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { runCommand } from "../processes/command.ts";
import type { ServerKind } from "../servers/server.ts";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

const increment = fileURLToPath(new URL("../processes/increment.mjs", import.meta.url));
const runs = 12;

export function command(site: () => Site, kind: ServerKind): void {
  describe("fencepost run", () => {
    test(`lets ${runs} commands at once into a file one by one, with growing tokens`, async (context) => {
      const folder = await mkdtemp(join(tmpdir(), "fencepost-run-"));
      context.onTestFinished(() => rm(folder, { recursive: true }));
      const [counter, tokens] = [join(folder, "counter"), join(folder, "tokens")];
      await writeFile(counter, "0");
      const store = site().place();
      const args = ["run", "counter", "--store", store.url, "--ttl", "10s", "--wait", "100s"];
      const ended = await Promise.all(
        Array.from({ length: runs }, () =>
          runCommand([...args, "--", process.execPath, increment, counter, tokens], store, 110_000),
        ),
      );
      expect(ended.map(({ code, stderr }) => stderr || code)).toEqual(Array<number>(runs).fill(0));
      expect(await readFile(counter, "utf8")).toBe(String(runs));
      const seen = (await readFile(tokens, "utf8")).trim().split("\n").map(Number);
      expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
      expect(seen).toHaveLength(runs);
    });

    test("needs no more requests than a lease does: 2 to acquire it once the store is proved, 1 to release it", async () => {
      await using wire = await startWireCounter(site().server.endpoint);
      const store = storeOn(site().server, site().bucket, { endpoint: wire.url });
      const once = ["run", "job", "--store", store.url, "--", "true"];
      await runCommand(once, store);
      wire.reset();
      expect((await runCommand(once, store)).code).toBe(0);
      // The first is the read of the marker that says that the store was proved.
      const write = kind.protocol === "s3" ? "PUT" : "POST";
      expect(wire.requests.map(({ method }) => method)).toEqual(["GET", "GET", write, write]);
    });
  });
}

/** What the command says and how it exits when it gets no lease, or loses it, on a real server. */
import { createCoordinator } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { runCommand, startCommand } from "../processes/command.ts";
import { newCredentials } from "../servers/credentials.ts";
import type { ServerKind } from "../servers/server.ts";
import { type ServerStore, storeOn } from "../stores/server-store.ts";
import { type Site, siteOfItsOwn } from "./site.ts";

/** Runs a command under the lease `job`, which must not be had. Gives back what it says. */
async function refusal(store: ServerStore, code: number, limitMs = 15_000): Promise<string> {
  const ended = await runCommand(["run", "job", "--store", store.url, "--", "echo", "ran"], store);
  console.log(`  ${ended.code}: ${ended.stderr.trimEnd()}`);
  expect(ended).toMatchObject({ code, stdout: "" });
  // One sentence, on one line.
  expect(ended.stderr).toMatch(/^fencepost: [^\n]{20,500}\n$/);
  expect(ended.tookMs).toBeLessThan(limitMs);
  return ended.stderr;
}

export function exitCodes(site: () => Site, kind: ServerKind): void {
  describe("fencepost run exits with", () => {
    test("75 if another has the lease, whom it names", async () => {
      const store = site().place();
      const lease = await createCoordinator(store.open(), { holder: "somebody else" }).acquire("job");
      expect(await refusal(store, 75)).toContain("somebody else");
      await lease.release();
    });

    test("78 if there is no such bucket", async () => {
      expect(await refusal(storeOn(site().server, "no-such-bucket-here"), 78)).toContain(
        "no-such-bucket-here",
      );
    });

    if (kind.verifies.includes("credentials")) {
      test("77 if the credentials are wrong", async () => {
        await refusal(storeOn(site().server, site().bucket, { credentials: newCredentials() }), 77);
      });
    }

    if (kind.verifies.includes("region")) {
      test("78 if the region is wrong, which it names", async () => {
        const said = await refusal(storeOn(site().server, site().bucket, { region: "eu-north-9" }), 78);
        expect(said).toContain("region");
      });
    }

    test("69 if the server hangs, within its time-outs, or is gone", async (context) => {
      const { life, place } = await siteOfItsOwn(site(), context);
      const store = place();
      await life.pause();
      await refusal(store, 69, 40_000);
      await life.resume();
      await life.kill();
      await refusal(store, 69);
    });

    test("76 if the server is killed while the command runs, which has ended by then", async (context) => {
      const { life, place } = await siteOfItsOwn(site(), context);
      const store = place();
      const command = ["sh", "-c", "echo up; exec sleep 60"];
      const { child, ended } = startCommand(
        ["run", "job", "--store", store.url, "--ttl", "3s", "--", ...command],
        store,
      );
      await new Promise((resolve) => child.stdout?.once("data", resolve));
      await life.kill();
      // Its output ends only when the command has let go of it too.
      const { code, stderr, tookMs } = await ended;
      console.log(`  ${code}: ${stderr.trimEnd()}`);
      expect(code).toBe(76);
      expect(stderr).toMatch(/^fencepost: the lease "job" [^\n]{20,500}\n$/);
      expect(tookMs).toBeLessThan(30_000);
    });
  });
}

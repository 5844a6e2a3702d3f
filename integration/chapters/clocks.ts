/** Wall clocks an hour apart, in real processes: nobody is harmed, nothing is taken (requirements, T3). */
import { createCoordinator } from "@fencepost/core";
import { describe, expect, type TestContext, test } from "vitest";
import { type ContenderProcess, startContender } from "../processes/contender.ts";
import { clockAheadBy } from "../processes/other-clock.ts";
import type { ServerStore } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

const ttlMs = 3_000;
const startLimitMs = 20_000;
const hour = 3_600;

export function clocks(site: () => Site): void {
  // They mostly wait, so they wait together.
  describe.concurrent.each([
    ["an hour ahead", hour],
    ["an hour behind", -hour],
  ])("a process whose clock is %s", (_, seconds) => {
    const start = (context: TestContext, store: ServerStore, waitMs = 0): ContenderProcess => {
      const environment = clockAheadBy(seconds);
      if (!environment && process.env["CI"]) {
        throw new Error("libfaketime is missing: bash .ci/servers installs it");
      }
      context.skip(!environment, "libfaketime is missing: install Debian's package faketime");
      const started = startContender(store, "job", { ttlMs, waitMs, environment: environment ?? {} });
      context.onTestFinished(() => started.kill());
      return started;
    };

    test("gets, renews and releases a lease, and reports what is wrong with its clock", async (context) => {
      const apart = start(context, site().place());
      const acquired = await apart.hears(["lease.acquired", "failed"], startLimitMs);
      expect(acquired.type).toBe("lease.acquired");
      expect(Math.round((acquired.wallMs - Date.now()) / 1_000 / hour)).toBe(seconds / hour);
      expect((await apart.hears(["lease.renewed", "lease.lost"], startLimitMs)).type).toBe("lease.renewed");

      apart.release();
      expect(await apart.hears(["lease.released"], startLimitMs)).toMatchObject({ outcome: "released" });
      if (site().server.kind.protocol === "s3") {
        // Signed requests carry the time, so the store notices. Where nothing is signed nobody can.
        const reports = apart.said.map(({ message, detail }) => message ?? detail);
        expect(reports).toContainEqual(
          expect.stringMatching(/this machine's clock is 3\d{3} s (ahead|behind)/),
        );
      }
    });

    test("does not take a live lease", async (context) => {
      const store = site().place();
      const lease = await createCoordinator(store.open(), { holder: "right" }).acquire("job", { ttlMs });
      const apart = start(context, store, 2 * ttlMs);
      const refused = await apart.hears(["lease.acquired", "failed"], startLimitMs + 2 * ttlMs);
      expect(refused).toMatchObject({ type: "failed", code: "contended" });
      expect(await lease.release()).toBe("released");
    });

    test("keeps its own lease from others while it lives, and not longer", async (context) => {
      const store = site().place();
      const apart = start(context, store);
      const { token = 0 } = await apart.hears(["lease.acquired"], startLimitMs);
      const right = createCoordinator(store.open());
      await expect(right.acquire("job", { ttlMs, waitMs: 2 * ttlMs })).rejects.toMatchObject({
        code: "contended",
      });

      await apart.kill();
      const next = await right.acquire("job", { ttlMs, waitMs: 10 * ttlMs });
      expect(next.token).toBeGreaterThan(token);
      await next.release();
    });
  });
}

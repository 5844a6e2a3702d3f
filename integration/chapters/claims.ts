/** `once` by real processes, of which one is killed in its work and one stands still, over a way that loses answers. */
import { startFaultProxy } from "@fencepost/testing";
import { expect, test } from "vitest";
import { expectOnce, onceTogether } from "../processes/once-together.ts";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

export function claims(site: () => Site): void {
  test("8 processes do each of 20 things at most once, killed, stopped and with answers lost, and say what nobody can tell", {
    timeout: 300_000,
  }, async (context) => {
    await using proxy = await startFaultProxy(site().server.endpoint, { seed: 11 });
    const lost = proxy.fault({ probability: 0.1, action: { kind: "drop", when: "after-effect" } });
    const report = await onceTogether(
      context,
      storeOn(site().server, site().bucket, { endpoint: proxy.url }),
    );
    console.log(
      `${site().server.kind.name}: ${report.effects.size} effects, ${proxy.requests.length} requests, ${lost.fired} answers lost`,
    );
    expectOnce(report);
    expect(lost.fired).toBeGreaterThan(10);
  });
}

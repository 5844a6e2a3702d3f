/** Processes that count in one document by `update`: nothing is lost, and every request is explained. */
import { startFaultProxy, startWireCounter } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { countTogether, each, expectExact, key, processes } from "../processes/count-together.ts";
import type { Counter } from "../processes/deeds.ts";
import { callsOf, explained, figuresOf, requestsOf, roundsMost } from "../processes/update-figures.ts";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

const limitMs = 300_000;
const lostShare = 0.1;

export function counting(site: () => Site): void {
  const witnessed = async (prefix: string): Promise<Counter> => {
    const body = await site().witness.read(site().bucket, `${prefix}/${key}`);
    return JSON.parse(new TextDecoder().decode(body)) as Counter;
  };
  const say = (figures: string): void => console.log(`${site().server.kind.name}: ${figures}`);

  describe("8 processes that add one to a document 200 times each", () => {
    test("count to 1,600, and send what their rounds explain", { timeout: limitMs }, async (context) => {
      await using wire = await startWireCounter(site().server.endpoint);
      const place = storeOn(site().server, site().bucket, { endpoint: wire.url });
      const calls = callsOf(await countTogether(context, place));
      say(figuresOf(calls, wire.requests.length));
      expectExact(await witnessed(place.prefix));
      expect(wire.requests.length).toBe(explained(calls));
      // If nobody had met anybody it would show nothing.
      expect(roundsMost(calls)).toBeGreaterThan(1);
    });

    test("count to 1,600 although one answer in ten is lost", { timeout: limitMs }, async (context) => {
      await using proxy = await startFaultProxy(site().server.endpoint, { seed: 7 });
      const lost = proxy.fault({ probability: lostShare, action: { kind: "drop", when: "after-effect" } });
      const place = storeOn(site().server, site().bucket, { endpoint: proxy.url });
      const reports = await countTogether(context, place);
      say(`${figuresOf(callsOf(reports), proxy.requests.length)}; ${lost.fired} answers were lost`);
      expectExact(await witnessed(place.prefix));
      // No client repeats anything behind our back.
      expect(proxy.requests.length).toBe(requestsOf(reports));
      expect(lost.fired).toBeGreaterThan(processes * each * lostShare);
    });
  });
}

/** Every rule of the port through our adapter, on Google as it is documented and on fake-gcs-server as it was measured. */
import type { Store } from "@fencepost/core";
import { gcsStore } from "@fencepost/gcs";
import { gcsProfiles, type ObjectServer, startGcsServer, storeConformance } from "@fencepost/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skippingClock } from "./skipping-clock.ts";

/** Which of the rules need a delete that honours its condition, as fake-gcs-server's does not. */
const aboutDeletes = [
  "a delete of a stale version is refused, where the store says that it honours it",
  "a delete of nothing is refused, where the store says that it honours the version",
  "of 16 concurrent replaces and 16 deletes of one version exactly one is written, where deletes honour it",
];

describe.each(Object.values(gcsProfiles))("the profile $name", (profile) => {
  const honoursDeletes = profile.facts.deleteConditions.value === "honoured";
  const clock = skippingClock();
  const skipped: string[] = [];
  let passed = 0;
  let server: ObjectServer;
  beforeAll(async () => {
    server = await startGcsServer({ profile, clock });
  });
  afterAll(() => server.close());

  /** The adapter promises a conditional delete only where Google itself is asked. */
  const open = (): Store => {
    const store = gcsStore({ bucket: "bucket", prefix: "suite", endpoint: server.url });
    return { ...store, capabilities: { ...store.capabilities, conditionalDelete: honoursDeletes } };
  };
  const cases = storeConformance({ open, clock });
  for (const { name, run } of cases) {
    test(name, async (context) => {
      const why = await run(context.signal);
      if (why) skipped.push(name);
      else passed += 1;
      context.skip(why !== undefined, why?.skipped);
    });
  }

  test("all rules were tried, and passed, but for those that the profile makes pointless", () => {
    const pointless = honoursDeletes ? [] : aboutDeletes;
    expect(skipped).toEqual(pointless);
    expect(passed).toBe(cases.length - pointless.length);
  });

  test("a write that came too soon was met with 429 by Google alone", () => {
    const tooSoon = server.log.requests.filter(({ status }) => status === 429).length;
    if (profile.name === "gcs") expect(tooSoon).toBeGreaterThan(0);
    else expect(tooSoon).toBe(0);
  });
});

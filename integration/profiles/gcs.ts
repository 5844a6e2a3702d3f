/** fake-gcs-server against its profile. */
import { systemClock } from "@fencepost/core";
import { type GcsFacts, gcsProfiles, profileLike, startGcsServer } from "@fencepost/testing";
import type { ProfileComparison } from "../chapters/profile.ts";
import type { Site } from "../chapters/site.ts";
import { GcsPlace } from "./gcs-place.ts";
import { gcsScript } from "./gcs-script.ts";

/** @param site asked once its server runs */
export function fakeGcsComparison(site: () => Site): ProfileComparison<GcsPlace> {
  const { gcs, "fake-gcs": profile } = gcsProfiles;
  return {
    profile,
    script: gcsScript,
    real: async () => new GcsPlace(site().server.endpoint, site().bucket),
    async lend(changes, use) {
      const like = profileLike(profile, changes as Partial<GcsFacts>);
      await using server = await startGcsServer({ profile: like, clock: stepping() });
      return await use(new GcsPlace(server.url, "bucket"));
    },
    others: Object.fromEntries(Object.entries(gcs.facts).map(([fact, { value }]) => [fact, value])),
  };
}

/** Each look at it is a millisecond later, so that two changes never have one time. */
function stepping(): typeof systemClock {
  let nowMs = Date.UTC(2026, 10, 30);
  return { ...systemClock, wallMs: () => nowMs++ };
}

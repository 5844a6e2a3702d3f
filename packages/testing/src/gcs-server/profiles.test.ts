import { describe, expect, it } from "vitest";
import { gcsProfiles } from "./profiles.ts";

describe.each(Object.entries(gcsProfiles))("the profile %s", (name, profile) => {
  it("has its own name, and says of every fact where it is known from", () => {
    expect(profile.name).toBe(name);
    for (const { proof, source } of Object.values(profile.facts)) {
      expect(source).toMatch(proof === "compared" ? /^fake-gcs-server \d/ : /^https:\/\//);
    }
  });
});

it("Google's own profile claims no comparison, as nothing here has asked Google", () => {
  expect(Object.values(gcsProfiles.gcs.facts).map(({ proof }) => proof)).not.toContain("compared");
});

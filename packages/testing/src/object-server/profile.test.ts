import { expect, it } from "vitest";
import { gcsProfiles } from "../gcs-server/profiles.ts";
import { s3Profiles } from "../s3-server/profiles/profiles.ts";
import { profileLike, profileOf } from "./profile.ts";

it("a profile like another one differs in what was changed alone, and claims no comparison for that", () => {
  const fake = gcsProfiles["fake-gcs"];
  expect(profileLike(fake, { changeEveryMs: 5 }).facts).toEqual({
    ...fake.facts,
    changeEveryMs: { value: 5, proof: "documented", source: "profileLike" },
  });
  expect(profileLike(s3Profiles.r2, { writeIntervalMs: 0 }).prices).toBe(s3Profiles.r2.prices);
});

it("a fact that there is not is refused, and those that there are are named", () => {
  const changes = { changeEvery: 5 } as object;
  expect(() => profileLike(gcsProfiles.gcs, changes)).toThrow(
    'the profile gcs has no fact "changeEvery"; there are unchangedUpload,',
  );
});

it.each(["amazon", "toString"])(
  "a profile called %s is refused, and those that there are are named",
  (name) => {
    expect(() => profileOf(s3Profiles, name as "aws")).toThrow(`no profile "${name}"; there are aws, b2,`);
  },
);

it("a profile may be named, or be handed in", () => {
  expect(profileOf(gcsProfiles, "fake-gcs")).toBe(gcsProfiles["fake-gcs"]);
  expect(profileOf(gcsProfiles, gcsProfiles.gcs)).toBe(gcsProfiles.gcs);
});

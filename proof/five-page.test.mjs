import { expect, test } from "vitest";
import { fivePage, staleInFive } from "./five-page.mjs";
import { fiveTests } from "./five-tests.mjs";
import { patchNamed } from "./patches.mjs";

const findings = fiveTests.flatMap(({ simulated, removals }) =>
  removals.map((removal) => ({
    patch: patchNamed(removal.simulated),
    tested: { tests: 9, refuted: fiveTests.map((each) => each.simulated).concat(simulated), ended: [] },
    simulated: { seeds: 30, violations: [] },
  })),
);
const page = `before\n\n${fivePage()}\n`;

test("a page that says just what is taken out and breaks, of removals that are noticed in virtual time, is current", () => {
  expect(staleInFive(page, findings)).toEqual([]);
});

test("a page is out of date once a row has changed, and so is what no test in virtual time notices any more", () => {
  expect(staleInFive(page.replace("B's claim", "A's claim"), findings)).toHaveLength(1);
  const unnoticed = findings.map((finding) => ({ ...finding, tested: { ...finding.tested, refuted: [] } }));
  expect(staleInFive(page, unnoticed)).toHaveLength(fiveTests.flatMap(({ removals }) => removals).length);
});

test("each patch that is named exists, on every kind of store", () => {
  for (const { patch } of fiveTests.flatMap(({ removals }) => removals)) {
    for (const adapter of ["s3", "gcs", "sqlite"]) patchNamed(patch.replace("{adapter}", adapter));
  }
});

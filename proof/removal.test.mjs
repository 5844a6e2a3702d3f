// Every rule is taken out, and something must fail without it. The table is in docs/proof.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "../scripts/root.mjs";
import { staleInFive } from "./five-page.mjs";
import { staleIn } from "./page.mjs";
import { patches } from "./patches.mjs";
import { problemsOf, problemsOfControls, prove } from "./prove.mjs";

const seeds = 30;

/** @type {import("./prove.mjs").Proof} */
let proof;
beforeAll(async () => {
  proof = await prove(seeds);
}, 900_000);

test("with every rule in its place all tests pass, and no seed violates anything", () => {
  expect(problemsOfControls(proof.controls)).toEqual([]);
});

test.each(patches.map((patch, at) => ({ ...patch, at })))(
  "something fails when $breaks ($name)",
  ({ at }) => {
    expect(problemsOf(/** @type {import("./prove.mjs").Finding} */ (proof.findings[at]))).toEqual([]);
  },
);

test("docs/proof.md says what this run found", () => {
  const page = readFileSync(join(root, "docs/proof.md"), "utf8");
  expect([...staleIn(page, proof), ...staleInFive(page, proof.findings)]).toEqual([]);
});

import { expect, test } from "vitest";
import { pageOf, staleIn } from "./page.mjs";
import { problemsOf, problemsOfControls } from "./prove.mjs";

/**
 * @typedef {import("./prove.mjs").Finding} Finding
 * @typedef {import("./prove.mjs").Proof} Proof
 */

const failing = { file: "lease/judge.test.ts", test: "a live lease | of a sort" };
const another = { file: "lease/acquire.test.ts", test: "a waiter" };
const patch = {
  name: "p",
  rule: "4 store-clock, R3",
  breaks: "a challenger forgets it",
  file: "core/src/lease/judge.ts",
  find: "",
  replace: "",
};
/** @type {Finding} */
const caught = {
  patch,
  tested: { tests: 9, refuted: [another, failing], ended: [] },
  simulated: { seeds: 14, violations: ["worked under token 7 while token 8 stood in the store"] },
};
/** @type {Proof["controls"]} */
const controls = {
  tested: [{ tests: 9, refuted: [], ended: [] }],
  simulated: [{ seeds: 300, violations: [] }],
};
/** @param {Partial<Finding>} change @returns {Proof} */
const proofOf = (change) => ({ controls, findings: [{ ...caught, ...change }] });
const page = pageOf(proofOf({}));

test("a row names the rule, the test of the very file, and the first seed that violates something", () => {
  expect(page).toContain(
    "| `p` | 4 store-clock, R3 | a challenger forgets it | `lease/judge.test.ts`: a live lease \\| of a sort (and 1 more) " +
      "| 14: worked under token … while token … stood in the store |",
  );
});

test("a page is out of date when a row is not true any more, and not when only seeds have changed", () => {
  expect(staleIn(page, proofOf({ simulated: { seeds: 30, violations: [] } }))).toEqual([]);
  expect(staleIn(page, proofOf({ tested: { ...caught.tested, refuted: [failing] } }))).toEqual([]);
  const renamed = proofOf({ tested: { ...caught.tested, refuted: [another] } });
  expect(staleIn(page, renamed).join()).toContain("p is not caught by");
  expect(staleIn(page, proofOf({ patch: { ...patch, rule: "5" } })).join()).toContain("has changed");
  const moved = staleIn(page, proofOf({ patch: { ...patch, name: "q" } }));
  expect(moved.map((sentence) => sentence.split(":")[0])).toEqual([
    "`p` is no patch any more",
    "q is not on the page",
  ]);
});

test("a time-out, an error, or a run without a verdict catches nothing", () => {
  const silent = { seeds: 30, violations: [] };
  const ended = [{ ...failing, error: "Error: Test timed out in 2000ms." }];
  expect(problemsOf(caught)).toEqual([]);
  expect(problemsOf({ patch, tested: { tests: 9, refuted: [], ended }, simulated: silent })).toHaveLength(2);
  expect(problemsOf({ ...caught, simulated: { ...silent, broken: "TypeError" } })).toEqual([
    "the run came to no verdict: TypeError",
  ]);
});

test("nothing is proved where something fails although nothing is taken out, or where no test ran", () => {
  expect(problemsOfControls(controls)).toEqual([]);
  const empty = { tests: 0, refuted: [], ended: [] };
  expect(problemsOfControls({ ...controls, tested: [...controls.tested, empty] })).toEqual(["no test ran"]);
  expect(problemsOfControls({ tested: [caught.tested], simulated: [caught.simulated] })).toHaveLength(3);
});

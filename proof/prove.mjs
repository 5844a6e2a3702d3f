// Takes every rule out and finds out what fails without it: in the simulation and in core's unit tests, both at once.
import { patches } from "./patches.mjs";
import { take, Verdicts } from "./way.mjs";

/**
 * @typedef {import("./patch.mjs").Patch} Patch
 * @typedef {import("./simulated.mjs").Simulated} Simulated
 * @typedef {import("./tested.mjs").Tested} Tested
 *
 * @typedef {object} Finding what came of one patch
 * @property {Patch} patch
 * @property {Tested} tested
 * @property {Simulated} simulated
 *
 * @typedef {object} Proof
 * @property {{ readonly tested: readonly Tested[], readonly simulated: readonly Simulated[] }} controls of each process:
 *   nothing taken out, and everything else in the same manner
 * @property {readonly Finding[]} findings in the order of the patches
 */

/** What is simulated where no test fails. */
const seedsMost = 300;

/**
 * @param {number} seeds how many are simulated at most, for each patch
 * @param {readonly Patch[]} chosen which rules are taken out
 * @returns {Promise<Proof>}
 * @throws Error if the harness fails: a process that dies, or one that does not come to an end
 */
export async function prove(seeds, chosen = patches) {
  const names = chosen.map(({ name }) => name);
  /** @type {Verdicts<Tested>} */
  const tested = new Verdicts();
  /** @type {Verdicts<Simulated>} */
  const simulated = new Verdicts();
  // The tests take longer than the seeds, so two processes share them.
  const half = Math.ceil(names.length / 2);
  await Promise.all([
    take("simulated", { names, seeds }, simulated),
    take("tested", { names: names.slice(0, half) }, tested),
    take("tested", { names: names.slice(half) }, tested),
  ]);
  const uncaught = names.filter(
    (name) => tested.of(name).refuted.length + simulated.of(name).violations.length === 0,
  );
  if (uncaught.length > 0 && seeds < seedsMost) {
    await take("simulated", { names: uncaught, seeds: seedsMost }, simulated);
  }
  return {
    controls: { tested: tested.controls, simulated: simulated.controls },
    findings: chosen.map((patch) => ({
      patch,
      tested: tested.of(patch.name),
      simulated: simulated.of(patch.name),
    })),
  };
}

/**
 * Why nothing is proved, as sentences: without a patch everything must pass.
 *
 * @param {Proof["controls"]} controls
 */
export function problemsOfControls({ tested, simulated }) {
  const failed = tested.flatMap(({ refuted, ended }) => [...refuted, ...ended]);
  const violations = simulated.flatMap((run) => run.violations);
  return [
    ...[...tested, ...simulated].flatMap(brokenIn),
    ...(tested.some(({ tests }) => tests === 0) ? ["no test ran"] : []),
    ...failed.map(({ file, test }) => `a test fails although nothing is taken out: ${file}: ${test}`),
    ...violations.map((violation) => `a seed fails although nothing is taken out: ${violation}`),
  ];
}

/**
 * Why a patch proves nothing, as sentences. Caught means that an assertion failed or an invariant was violated; a test
 * that ended otherwise, or a run without a verdict, is a failure of the harness.
 *
 * @param {Finding} finding
 */
export function problemsOf({ tested, simulated }) {
  const broken = [tested, simulated].flatMap(brokenIn);
  if (broken.length > 0 || tested.refuted.length > 0 || simulated.violations.length > 0) return broken;
  const ended = tested.ended.map(({ file, test, error }) => `${file}: ${test}: ${error}`);
  return [`nothing fails without it, in ${simulated.seeds} seeds nor in ${tested.tests} tests`, ...ended];
}

/** @param {{ readonly broken?: string }} verdict */
function brokenIn({ broken }) {
  return broken === undefined ? [] : [`the run came to no verdict: ${broken}`];
}

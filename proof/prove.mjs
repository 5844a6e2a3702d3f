// Takes every rule out and finds out what fails without it: in the simulation and in core's unit tests, both at once.
import { patches } from "./patches.mjs";
import { take } from "./way.mjs";

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
 * @property {{ readonly tested: Tested, readonly simulated: Simulated }} control nothing taken out, in the same manner
 * @property {readonly Finding[]} findings in the order of the patches
 */

/** What is simulated where no test fails. */
const seedsMost = 300;

/**
 * @param {number} seeds how many are simulated at most, for each patch
 * @returns {Promise<Proof>}
 * @throws Error if the harness fails: a process that dies, or one that does not come to an end
 */
export async function prove(seeds) {
  const names = [null, ...patches.map(({ name }) => name)];
  /** @type {Map<string | null, Tested>} */
  const tested = new Map();
  /** @type {Map<string | null, Simulated>} */
  const simulated = new Map();
  await Promise.all([
    take("tested", { names }, (name, /** @type {Tested} */ verdict) => tested.set(name, verdict)),
    take("simulated", { names, seeds }, (name, /** @type {Simulated} */ verdict) =>
      simulated.set(name, verdict),
    ),
  ]);
  const left = patches.map(({ name }) => name).filter((name) => tested.get(name)?.refuted.length === 0);
  const uncaught = left.filter((name) => simulated.get(name)?.violations.length === 0);
  if (uncaught.length > 0 && seeds < seedsMost) {
    const order = { names: [null, ...uncaught], seeds: seedsMost };
    await take("simulated", order, (name, /** @type {Simulated} */ verdict) => simulated.set(name, verdict));
  }
  const of = (/** @type {string | null} */ name) => ({
    tested: /** @type {Tested} */ (tested.get(name)),
    simulated: /** @type {Simulated} */ (simulated.get(name)),
  });
  return { control: of(null), findings: patches.map((patch) => ({ patch, ...of(patch.name) })) };
}

/**
 * Why nothing is proved, as sentences: without a patch everything must pass.
 *
 * @param {Proof["control"]} control
 */
export function problemsOfControl({ tested, simulated }) {
  const failed = [...tested.refuted, ...tested.ended].map(({ file, test }) => `${file}: ${test}`);
  return [
    ...brokenIn({ tested, simulated }),
    ...(tested.tests === 0 ? ["no test ran"] : []),
    ...failed.map((test) => `the test fails although nothing is taken out: ${test}`),
    ...simulated.violations.map(
      (violation) => `the simulation fails although nothing is taken out: ${violation}`,
    ),
  ];
}

/**
 * Why a patch proves nothing, as sentences. Caught means that an assertion failed or an invariant was violated; a test
 * that ended otherwise, or a run without a verdict, is a failure of the harness.
 *
 * @param {Finding} finding
 */
export function problemsOf({ tested, simulated }) {
  const broken = brokenIn({ tested, simulated });
  if (broken.length > 0 || tested.refuted.length > 0 || simulated.violations.length > 0) return broken;
  const ended = tested.ended.map(({ file, test, error }) => `${file}: ${test}: ${error}`);
  return [`nothing fails without it, in ${simulated.seeds} seeds nor in ${tested.tests} tests`, ...ended];
}

/** @param {Proof["control"]} verdicts */
function brokenIn({ tested, simulated }) {
  return [
    ...(tested.broken === undefined ? [] : [`the tests did not run: ${tested.broken}`]),
    ...(simulated.broken === undefined ? [] : [`the simulation did not run: ${simulated.broken}`]),
  ];
}

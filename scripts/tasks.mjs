// The tasks: one row each says what it needs and what it runs.
import { build, install } from "./bootstrap.mjs";
import { bin, foreground } from "./child.mjs";
import { Failure } from "./failure.mjs";

/** The command line, as built. Everything after `npm run demo --` is handed to its demo. */
const fencepost = "packages/cli/bin/fencepost.js";

/** @typedef {(args: string[]) => Promise<number>} Task */

/**
 * @param {string} script
 * @param {string[]} args
 */
const node = (script, args) => foreground(process.execPath, [script, ...args]);

/** @type {(...projects: string[]) => Task} */
const vitest =
  (...projects) =>
  (args) =>
    node(bin("vitest"), ["run", ...projects.map((name) => `--project=${name}`), ...args]);

/** @type {Record<string, { needs: (() => Promise<void>)[], run: Task }>} */
const tasks = {
  demo: { needs: [install, build], run: (args) => node(fencepost, ["demo", ...args]) },
  build: { needs: [install, build], run: async () => 0 },
  // Not the proof: it takes every rule out, one after the other, and has commands of its own.
  test: { needs: [install, build], run: vitest("unit", "sim", "integration", "workbench") },
  "test:proof": { needs: [install, build], run: vitest("proof") },
  "test:unit": { needs: [install, build], run: vitest("unit", "sim") },
  "test:integration": { needs: [install, build], run: vitest("integration") },
  sim: { needs: [install, build], run: (args) => node("scripts/sim.mjs", args) },
  proof: { needs: [install, build], run: (args) => node("proof/main.mjs", args) },
  cost: { needs: [install, build], run: (args) => node("integration/cost/main.mjs", args) },
  check: { needs: [install], run: (args) => node("scripts/check.mjs", args) },
  format: {
    needs: [install],
    run: (args) => node(bin("@biomejs/biome", "biome"), ["check", "--write", ...args]),
  },
};

/**
 * Runs a task with all that it stands on, and sets the exit code.
 *
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runTask(name, args) {
  try {
    const task = name === undefined ? undefined : tasks[name];
    if (!task)
      throw new Failure(`there is no task "${name}": choose one of ${Object.keys(tasks).join(", ")}.`, 64);
    for (const need of task.needs) await need();
    process.exitCode = await task.run(args);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`fencepost: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}

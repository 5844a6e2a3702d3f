// `npm run check`: everything that can be said of the repository without running it. One step after the other, the
// quickest first; the first that fails ends it.
import { performance } from "node:perf_hooks";
import { bin, captured } from "./child.mjs";

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

/** @param {string} script @param {...string} args */
const node = (script, ...args) => captured(process.execPath, [script, ...args]);

/** @type {Step[]} */
const steps = [
  {
    name: "format and lint",
    run: () => node(bin("@biomejs/biome", "biome"), "check", "--error-on-warnings", "--colors=force"),
  },
  { name: "types", run: () => node(bin("typescript", "tsc"), "-b", "--pretty") },
];

for (const step of steps) {
  const start = performance.now();
  const { code, output } = await step.run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${step.name} (${seconds} s)`);
  if (code === 0) continue;
  console.log(output);
  console.log(`check failed at: ${step.name}`);
  process.exitCode = 1;
  break;
}

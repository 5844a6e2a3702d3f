// `npm run check`: everything that can be said of the repository without running it. One step after the other, the
// quickest first; the first that fails ends it.
import { performance } from "node:perf_hooks";
import { bin, captured } from "./child.mjs";

/**
 * `note`: the last line that the step prints is worth reading even if all is well.
 *
 * @typedef {{ name: string, command: string[], note?: boolean }} Step
 */

const tsc = bin("typescript", "tsc");
const colour = process.stdout.isTTY ? "force" : "off";

/** @type {Step[]} */
const steps = [
  {
    name: "format and lint",
    command: [bin("@biomejs/biome", "biome"), "check", "--error-on-warnings", `--colors=${colour}`],
  },
  { name: "house rules", command: ["scripts/tidy.mjs"] },
  { name: "types of packages", command: ["scripts/run.mjs", "build"] },
  { name: "types of tests, examples, scripts", command: [tsc, "-p", "tsconfig.test.json"] },
  { name: "types of the programs", command: [tsc, "-p", "examples"] },
  { name: "documented exports", command: ["scripts/documented.mjs"] },
  { name: "tables of the stores", command: ["scripts/stores-doc.mjs"] },
  { name: "snippets in documents", command: ["scripts/snippets.mjs"] },
  { name: "dead code", command: [bin("knip"), "--no-progress"] },
  { name: "core's size and imports", command: ["scripts/size.mjs"], note: true },
  { name: "publishing", command: ["scripts/publishing.mjs"], note: true },
];

/** @param {Step} step @returns {Promise<boolean>} whether all is well */
async function passes({ name, command, note }) {
  const start = performance.now();
  const { code, output } = await captured(process.execPath, command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const remark = note ? `: ${output.trimEnd().split("\n").at(-1)}` : "";
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)${code === 0 ? remark : ""}`);
  if (code !== 0) console.log(`\n${output.trimEnd()}\n\ncheck failed at: ${name}`);
  return code === 0;
}

for (const step of steps) {
  if (await passes(step)) continue;
  process.exitCode = 1;
  break;
}

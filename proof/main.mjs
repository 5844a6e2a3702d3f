// `npm run proof` takes every rule out and says what fails without it; with `--write` it writes docs/proof.md from that.
// `--only TEXT` takes out those whose name or file has that text, and writes nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/root.mjs";
import { pageOf } from "./page.mjs";
import { patches } from "./patches.mjs";
import { problemsOf, problemsOfControls, prove } from "./prove.mjs";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    seeds: { type: "string", default: "300" },
    only: { type: "string", default: "" },
  },
});
const chosen = patches.filter(({ name, file }) => name.includes(values.only) || file.includes(values.only));
if (chosen.length === 0) throw new Error(`no patch has "${values.only}" in its name or file`);
console.log(`taking ${chosen.length} rules out, one at a time: this takes some minutes`);
const proof = await prove(Number(values.seeds), chosen);
const problems = problemsOfControls(proof.controls);
for (const finding of proof.findings) {
  const { patch, tested, simulated } = finding;
  const found = problemsOf(finding);
  problems.push(...found.map((problem) => `${patch.name}: ${problem}`));
  const seed = simulated.violations.length > 0 ? `, and seed ${simulated.seeds}` : "";
  console.log(
    `${found.length === 0 ? "ok  " : "FAIL"} ${patch.name}: ${tested.refuted.length} tests fail${seed}`,
  );
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
if (values.write && values.only === "" && problems.length === 0)
  writeFileSync(join(root, "docs/proof.md"), pageOf(proof));

// docs/proof.md: written from a run, and compared with the next one.
import { fivePage } from "./five-page.mjs";

/**
 * @typedef {import("./prove.mjs").Finding} Finding
 * @typedef {import("./prove.mjs").Proof} Proof
 */

/** What is compared counts no seeds and no tests: those change without a rule having changed. */
const howToWrite = "write it again with `npm run proof -- --write`";

/** @param {Proof} proof */
export function pageOf({ controls, findings }) {
  const [{ seeds } = { seeds: 0 }] = controls.simulated;
  const [{ tests } = { tests: 0 }] = controls.tested;
  const caught = findings.filter(({ simulated }) => simulated.violations.length > 0).length;
  return `# Proof by removal

<!-- Written by \`npm run proof -- --write\` from a run. Do not edit. -->

A rule that nothing checks is a rule until somebody tidies it away. Here each rule of the protocol that concerns leases is
taken out of the code, one at a time, by a patch of a single line, put on while the module is loaded. Then core's unit
tests are run, and up to ${seeds} seeds of the simulation until one of them violates an invariant.

Caught means that a named assertion failed, or an invariant was violated, while the unpatched code passed in the same
manner. An error while loading, a time-out, a crash, or a patch that does not match exactly once is a failure of the
harness. \`npm run test:proof\`, a step of \`.ci/run\`, does all of it with fewer seeds, and fails if nothing catches a patch or
if this page is out of date.

- Without a patch ${tests} tests and ${seeds} seeds pass.
- ${findings.length} patches are caught: ${findings.filter(({ tested }) => tested.refuted.length > 0).length} by a test, ${caught} by a simulated seed.
- The patches are in \`proof/patches\`. A built process runs with one, too:
  \`FENCEPOST_PATCH=NAME node --import ./proof/patched-loader.mjs PROGRAM\`.

Rules are named by the section of the protocol and by number (R1 to R14, see [guarantees](guarantees.md)). ◆ marks those that a
simulation of the protocol had found before there was any code. Tests are those of \`packages/core/src\`. What the
simulation cannot meet (a wrong option, a foreign record, a caller who is told nothing) has no seed; a test of the rule has
to catch it.

| Patch | Rule | Without it | Fails | Violating seed |
|---|---|---|---|---|
${findings.map((finding) => `| ${cellsOf(finding).join(" | ")} |`).join("\n")}

${fivePage()}
`;
}

/**
 * What of the page is not true any more, as sentences.
 *
 * @param {string} page
 * @param {Proof} proof
 */
export function staleIn(page, { findings }) {
  const rows = new Map(rowsOf(page).map((cells) => [cells[0], cells]));
  const gone = [...rows.keys()].filter((key) => !findings.some((finding) => cellsOf(finding)[0] === key));
  return [
    ...gone.map((key) => `${key} is no patch any more: ${howToWrite}`),
    ...findings.flatMap((finding) => staleInRow(rows.get(cellsOf(finding)[0] ?? ""), finding)),
  ];
}

/** @param {readonly string[] | undefined} cells @param {Finding} finding @returns {string[]} */
function staleInRow(cells, finding) {
  const { name } = finding.patch;
  if (!cells) return [`${name} is not on the page: ${howToWrite}`];
  const [, rule, breaks] = cellsOf(finding);
  if (cells[1] !== rule || cells[2] !== breaks) return [`what ${name} takes out has changed: ${howToWrite}`];
  const [test = ""] = (cells[3] ?? "").split(more);
  if (test === nothing && finding.tested.refuted.length === 0) return [];
  const failing = finding.tested.refuted.map(wordsOf);
  return failing.includes(test) ? [] : [`${name} is not caught by "${test}" any more: ${howToWrite}`];
}

const nothing = "–";
const more = " (and ";

/** @param {Finding} finding @returns {string[]} */
function cellsOf({ patch, tested, simulated }) {
  // The test of the very file says most of why it failed.
  const own = `/${patch.file.split("/").at(-1)?.replace(".ts", ".test.ts")}`;
  const ranked = [...tested.refuted].sort((one, other) => {
    const rank = (/** @type {{ file: string }} */ { file }) => (`/${file}`.endsWith(own) ? 0 : 1);
    return rank(one) - rank(other) || (one.file < other.file ? -1 : one.file > other.file ? 1 : 0);
  });
  const [first] = ranked;
  const others = ranked.length > 1 ? `${more}${ranked.length - 1} more)` : "";
  const [violation] = simulated.violations;
  return [
    `\`${patch.name}\``,
    patch.rule,
    escaped(patch.breaks),
    first ? `${wordsOf(first)}${others}` : nothing,
    violation === undefined ? nothing : `${simulated.seeds}: ${escaped(violation.replace(/\d+/g, "…"))}`,
  ];
}

/** @param {{ file: string, test: string }} failed */
function wordsOf({ file, test }) {
  return `\`${file}\`: ${escaped(test)}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[|<*_[\]]/g, (found) => `\\${found}`);
}

/** @param {string} page */
function rowsOf(page) {
  const lines = page.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
}

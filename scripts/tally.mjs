// Counts what test runs really did. As a reporter of vitest it adds a line for each project to the file that
// FENCEPOST_TALLY names; `node scripts/tally.mjs` sums those lines up as the last word of CI.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {import("vitest/node").Reporter} Reporter
 * @typedef {import("vitest/node").TestModule} TestModule
 */

/**
 * What became of the tests of some files. A file or a suite that broke outside of its tests counts as one that failed,
 * and so does a test that never came to its end.
 *
 * @param {readonly TestModule[]} modules
 * @returns {Counts}
 */
function countsOf(modules) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    const suites = [module, ...module.children.allSuites()];
    counts.failed += suites.filter((suite) => suite.errors().length > 0).length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === "pending" ? "failed" : state] += 1;
    }
  }
  return counts;
}

/**
 * Projects in which nothing ran count as failed: an empty suite proves nothing.
 *
 * @param {string} file where the lines go
 * @returns {Reporter}
 */
export function tallyTo(file) {
  /** @type {string[]} */
  let names = [];
  return {
    onInit(vitest) {
      names = vitest.projects.map(({ name }) => name);
    },
    onTestRunEnd(modules, errors) {
      for (const name of names) {
        const counts = countsOf(modules.filter(({ project }) => project.name === name));
        if (counts.passed + counts.failed === 0) {
          console.error(`the project "${name}" ran no test at all: that counts as a failure`);
          counts.failed = 1;
        }
        record(file, name, counts);
        if (counts.failed > 0) process.exitCode = 1;
      }
      if (errors.length > 0)
        record(file, "errors outside of tests", { passed: 0, failed: errors.length, skipped: 0 });
    },
  };
}

/** @param {string} file @param {string} name @param {Counts} counts */
function record(file, name, counts) {
  appendFileSync(file, `${JSON.stringify({ name, node: process.versions.node, ...counts })}\n`);
}

/** @param {string} file @returns {(Counts & { name: string, node: string })[]} */
function linesOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** @param {string} file @returns {Counts} */
function sum(file) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of linesOf(file)) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** @param {Counts} counts */
const words = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

// `--failed NAME` records one failure that no test could, such as a check or a run that ended early.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , option, name = ""] = process.argv;
  const file = process.env["FENCEPOST_TALLY"] ?? "";
  if (option === "--failed") {
    record(file, name, { passed: 0, failed: 1, skipped: 0 });
  } else {
    for (const line of linesOf(file)) console.log(`${line.name} on Node ${line.node}: ${words(line)}`);
    const total = sum(file);
    console.log(words(total));
    process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
  }
}

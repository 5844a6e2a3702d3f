// House rules that no linter knows, one row each. `node scripts/tidy.mjs [FOLDER]` prints what breaks them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "./files.mjs";
import { root } from "./root.mjs";

/**
 * @typedef {{ path: string, text: string }} Source
 * @typedef {{ name: string, find: (source: Source) => string[] }} Rule
 */

const longestFile = 300;
/** The levels that biome.jsonc has a row for; a folder beside them would escape the direction of imports. */
const coreFolders = ["base", "store", "record", "lease", "primitives"];
const isCode = (/** @type {string} */ path) => /\.(ts|mjs|js|grit|sh)$/.test(path) || path.startsWith(".ci/");
const isTest = (/** @type {string} */ path) => /\.test\.(ts|mjs)$/.test(path);

/** @type {Rule[]} */
export const rules = [
  {
    name: "short-files",
    find: ({ path, text }) => {
      const lines = text.split("\n").length - 1;
      return isCode(path) && lines > longestFile
        ? [`${path}: ${lines} lines, ${longestFile} at most: give each noun a file of its own.`]
        : [];
    },
  },
  {
    name: "telling-names",
    find: ({ path }) =>
      path
        .split("/")
        .filter((part) => /(^|[-_.])(utils?|helpers?|managers?|common)([-_.]|$)/i.test(part))
        .map((part) => `${path}: "${part}" says nothing: name it after the thing it holds.`),
  },
  {
    name: "core-folders",
    find: ({ path }) => {
      const folder = /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1];
      return folder === undefined || coreFolders.includes(folder)
        ? []
        : [
            `${path}: core's folders are ${coreFolders.join(", ")}: a new level needs its row in biome.jsonc, too.`,
          ];
    },
  },
  {
    // Spelled so that this file does not match itself.
    name: "no-machine-paths",
    find: lines(
      /(^|[\s"'`(=:,])\/(work|root|home)\//,
      "a path of one machine: make it relative or take it from the environment.",
    ),
  },
  {
    name: "no-registry-hosts",
    find: lines(
      /registry\.(npmjs|yarnpkg)\.|proxy\.golang\.|(files\.pythonhosted|[^.\w]pypi)\.org|(static|index)\.crates\.|deb\.debian\./,
      "a registry's host: leave the choice of registry to each machine's own configuration.",
    ),
  },
  {
    name: "no-skipped-tests",
    find: (source) =>
      isTest(source.path)
        ? lines(
            /\b(it|test|describe|suite)(\.\w+)*\.(skip|only|todo)\b|\bx(it|describe)\(/,
            "a test that does not run, or that keeps others from running: make it pass or remove it.",
          )(source)
        : [],
  },
];

/**
 * A finding for each line that matches.
 *
 * @param {RegExp} pattern
 * @param {string} advice
 * @returns {Rule["find"]}
 */
function lines(pattern, advice) {
  return ({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${advice}`] : []));
}

/**
 * Everything below a folder that breaks a rule, each finding with its rule's name.
 *
 * @param {string} base
 */
export function findings(base) {
  const sources = filesBelow("", base)
    .filter((path) => path !== "pnpm-lock.yaml")
    .map((path) => ({ path, text: readFileSync(join(base, path), "utf8") }));
  return rules.flatMap((rule) =>
    sources.flatMap((source) => rule.find(source).map((finding) => `${finding} (${rule.name})`)),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = findings(process.argv[2] ?? root);
  for (const finding of found) console.log(finding);
  process.exitCode = found.length === 0 ? 0 : 1;
}

// Each rule of biome.jsonc that carries a decision of this project is seen to refuse a planted fault, and to leave alone
// what is allowed. All files are planted in one folder and linted once.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bin, captured } from "../child.mjs";
import { plant } from "../planted.mjs";
import { allowed, core, refused } from "./faults.mjs";

/** @type {ReturnType<typeof plant>} */
let planted;
/** @type {Map<string, string[]>} what was said of each file, rule and words */
const said = new Map();
const pathOf = (/** @type {string} */ name) =>
  refused[name]?.path ?? `${core}/lease/${name.replaceAll(/\W+/g, "-")}.ts`;

beforeAll(async () => {
  const files = Object.keys(refused).map((name) => [pathOf(name), `${refused[name]?.code}\n`]);
  planted = plant(
    {
      ...allowed,
      ...Object.fromEntries(files),
      [`${core}/store/ring-end.ts`]: 'import { x } from "./ring.ts";\nexport const y = x;',
      "packages/core/package.json": "{}",
      "packages/s3/package.json": "{}",
    },
    ["biome.jsonc", ".gitignore", "scripts/lint"],
  );
  const { output } = await captured(
    process.execPath,
    [bin("@biomejs/biome", "biome"), "lint", "--max-diagnostics=none", "--colors=off"],
    { cwd: planted.folder },
  );
  for (const block of output.split(/\n(?=\S+\.(?:ts|grit)\S* \S+ )/)) {
    const path = /^\S+?\.(?:ts|grit)/.exec(block.trimStart())?.[0] ?? "";
    said.set(path, [...(said.get(path) ?? []), block]);
  }
});

afterAll(() => planted.remove());

describe("the linter refuses", () => {
  it.each(Object.keys(refused))("%s", (name) => {
    const { rule, says } = /** @type {import("./faults.mjs").Case} */ (refused[name]);
    const blocks = (said.get(pathOf(name)) ?? []).filter((block) => block.split("\n", 1)[0]?.includes(rule));
    expect(blocks, `what was said of ${pathOf(name)}`).not.toHaveLength(0);
    if (says) expect(blocks.join("\n")).toMatch(says);
  });
});

describe("the linter allows", () => {
  it.each(Object.keys(allowed))("%s", (path) => {
    expect(said.get(path) ?? []).toEqual([]);
  });
});

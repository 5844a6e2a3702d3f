import { afterEach, describe, expect, it } from "vitest";
import { plant } from "./planted.mjs";
import { findings, rules } from "./tidy.mjs";

// Put together here, so that this file does not break the rules that it tests.
const slash = "/";
const dot = ".";

/** @type {Record<string, [path: string, text: string][]>} */
const faults = {
  "short-files": [["packages/core/src/long.ts", "\n".repeat(301)]],
  "telling-names": [
    ["packages/s3/src/utils/x.ts", ""],
    ["packages/s3/src/s3-helpers.ts", ""],
    ["packages/core/src/lease-manager.ts", ""],
    ["docs/common.md", ""],
  ],
  "core-folders": [["packages/core/src/extra/x.ts", ""]],
  "no-machine-paths": [
    ["docs/a.md", `See ${slash}root/notes.`],
    ["packages/core/src/a.ts", `const path = "${slash}home/me/x";`],
    [".ci/run", `cd ${slash}work/main`],
  ],
  "no-registry-hosts": [
    ["docs/b.md", `https://registry${dot}npmjs${dot}org/x`],
    ["integration/go.ts", `const proxy = "https://proxy${dot}golang${dot}org";`],
  ],
  "no-skipped-tests": [
    ["packages/core/src/a.test.ts", `it${dot}skip("x", () => {});`],
    ["packages/core/src/b.test.ts", `describe${dot}only("x", () => {});`],
    ["packages/core/src/c.test.ts", `test${dot}concurrent${dot}todo("x");`],
  ],
};

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

describe("tidy", () => {
  it("has a planted fault for each of its rules", () => {
    expect(Object.keys(faults)).toEqual(rules.map(({ name }) => name));
  });

  it.each(
    Object.entries(faults).flatMap(([rule, files]) => files.map(([path, text]) => ({ rule, path, text }))),
  )("refuses $path by the rule $rule", ({ rule, path, text }) => {
    planted = plant({ [path]: text });
    const found = findings(planted.folder);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(path);
    expect(found[0]).toContain(`(${rule})`);
  });

  it("leaves alone what only resembles a fault, and what tools have made", () => {
    planted = plant({
      "packages/core/src/full.ts": "\n".repeat(300),
      "packages/core/src/commonly.ts": `// docs${slash}work/x, https://www${dot}npmjs${dot}com/package/x`,
      "packages/core/src/a.test.ts": 'it("skips what is done", () => {});',
      "packages/core/dist/utils.js": "",
      "node_modules/x/helpers.js": "",
    });
    expect(findings(planted.folder)).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { undocumented } from "./documented.mjs";
import { plant } from "./planted.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

/** @param {string} text @param {string} [more] what the package's second entry holds */
function undocumentedIn(text, more = "") {
  planted = plant({
    "packages/core/package.json": '{ "exports": { ".": "./dist/index.js", "./y": "./dist/deep/y.js" } }',
    "packages/core/src/deep/y.ts": more,
    "packages/core/src/index.ts": 'export { x } from "./x.ts";\n',
    "packages/core/src/x.ts": text,
  });
  return undocumented(planted.folder);
}

describe("documented exports", () => {
  it("accepts a name with a comment right above", () => {
    expect(undocumentedIn("/** The number. */\nexport const x = 1;\n")).toEqual([]);
  });

  it.each([
    ["no comment", "export const x = 1;\n"],
    ["only the file's opening comment", "/** This file holds numbers. */\n\nexport const x = 1;\n"],
    ["a comment that is no doc comment", "// The number.\nexport const x = 1;\n"],
    ["an empty comment", "/** */\nexport const x = 1;\n"],
    ["only a tag", "/** @default 1 */\nexport const x = 1;\n"],
  ])("refuses a name with %s", (_, text) => {
    expect(undocumentedIn(text)).toEqual([
      expect.stringMatching(/packages\/core\/src\/x\.ts:\d+: x .*\(documented-exports\)/),
    ]);
  });

  it("looks at every entry of a package", () => {
    expect(undocumentedIn("/** The number. */\nexport const x = 1;\n", "export const y = 1;\n")).toEqual([
      expect.stringContaining("packages/core/src/deep/y.ts:1: y is exported without"),
    ]);
  });

  it("refuses a name that is exported and does not exist", () => {
    expect(undocumentedIn("/** Another. */\nexport const y = 1;\n")).toEqual([
      expect.stringContaining("x: not found"),
    ]);
  });
});

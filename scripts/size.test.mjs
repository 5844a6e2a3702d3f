import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { plant } from "./planted.mjs";
import { budgetBytes, importsOutside, weightOf } from "./size.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

describe("core's size and imports", () => {
  it.each([
    ["a static import", "a.js", 'import { x } from "node:fs";\nexport { x };'],
    ["a re-export", "a.js", 'export { x } from "zod";'],
    ["an import on demand", "a.js", 'export const x = () => import("zod");'],
    ["a relative import that leaves the folder", "a.js", 'export { x } from "../src/x.js";'],
    ["a declaration's import", "a.d.ts", 'export type X = import("node:fs").Stats;'],
    ["a reference to types", "a.d.ts", '/// <reference types="node" />\nexport declare const x: number;'],
  ])("refuses %s", (_, path, code) => {
    planted = plant({ [path]: code });
    expect(importsOutside(planted.folder)).toHaveLength(1);
  });

  it("accepts imports within the folder", () => {
    planted = plant({
      "a.js": 'export { x } from "./deep/x.js";',
      "deep/x.js": 'import "../y.js";\nexport const x = 1;',
    });
    expect(importsOutside(planted.folder)).toEqual([]);
  });

  it("weighs all that an entry pulls in, and counts more than the budget as more", async () => {
    const noise = Array.from({ length: budgetBytes }, (_, index) =>
      ((index * 7919) % 65_521).toString(36),
    ).join("");
    planted = plant({ "index.js": 'export { x } from "./x.js";', "x.js": `export const x = "${noise}";` });
    expect(await weightOf(join(planted.folder, "index.js"))).toBeGreaterThan(budgetBytes);
  });
});

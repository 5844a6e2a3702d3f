import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/root.mjs";
import { applyPatch, builtFile } from "./patch.mjs";
import { allPatches, patchNamed } from "./patches.mjs";

const textOf = (/** @type {string} */ file) => readFileSync(join(root, "packages", file), "utf8");

test.each(allPatches)("$name matches exactly once, in the source and in what was built from it", (patch) => {
  for (const file of [patch.file, builtFile(patch)]) {
    const text = textOf(file);
    expect(applyPatch(text, patch)).not.toBe(text);
  }
  expect(patch.find).not.toContain("\n");
});

test("names are told apart, and one that is no patch is refused with those that are", () => {
  expect(new Set(allPatches.map(({ name }) => name)).size).toBe(allPatches.length);
  expect(() => patchNamed("no-such")).toThrow(allPatches[0]?.name);
});

test("a patch that matches nothing, or twice, is refused", () => {
  const patch = { name: "p", rule: "", breaks: "", file: "core/src/a.ts", find: "one", replace: "two" };
  expect(() => applyPatch("none", { ...patch, find: "two" })).toThrow("matches 0 times");
  expect(() => applyPatch("one one", patch)).toThrow("matches 2 times");
  expect(applyPatch("just one", { ...patch, replace: "$&" })).toBe("just $&");
});

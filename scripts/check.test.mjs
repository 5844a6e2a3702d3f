import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { captured } from "./child.mjs";
import { plant } from "./planted.mjs";
import { root } from "./root.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

it("the check ends at the first step that fails, shows its words and names it", async () => {
  planted = plant({ "packages/core/src/utils.ts": "export const x = 1;\n" }, [
    "scripts",
    "biome.jsonc",
    ".gitignore",
  ]);
  symlinkSync(join(root, "node_modules"), join(planted.folder, "node_modules"));
  const { code, output } = await captured(process.execPath, ["scripts/check.mjs"], { cwd: planted.folder });
  expect(code).toBe(1);
  expect(output).toMatch(/^ok {3}format and lint \(\d+\.\d s\)\nFAIL house rules \(\d+\.\d s\)\n/);
  expect(output).toContain('packages/core/src/utils.ts: "utils.ts" says nothing');
  expect(output).toMatch(/\ncheck failed at: house rules\n$/);
});

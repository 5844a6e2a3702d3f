import { afterEach, expect, it } from "vitest";
import { bin, captured } from "./child.mjs";
import { plant } from "./planted.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

it("dead code is refused: a file, an export and a dependency that nobody uses", async () => {
  planted = plant(
    {
      "package.json": JSON.stringify({ name: "planted", private: true, type: "module" }),
      "packages/x/package.json": JSON.stringify({
        name: "x",
        type: "module",
        exports: { ".": "./src/index.ts" },
        dependencies: { zod: "^4" },
      }),
      "packages/x/src/index.ts": 'export { used } from "./used.ts";\n',
      "packages/x/src/used.ts": "export const used = 1;\nexport const unusedExport = 2;\n",
      "packages/x/src/unused-file.ts": "export const x = 1;\n",
    },
    ["knip.jsonc", "pnpm-workspace.yaml"],
  );
  const { code, output } = await captured(process.execPath, [bin("knip"), "--no-progress"], {
    cwd: planted.folder,
  });
  expect(code).not.toBe(0);
  expect(output).toContain("packages/x/src/unused-file.ts");
  expect(output).toContain("unusedExport");
  expect(output).toContain("zod");
});

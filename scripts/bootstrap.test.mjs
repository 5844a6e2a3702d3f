import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { captured } from "./child.mjs";
import { plant } from "./planted.mjs";
import { root } from "./root.mjs";

/** @type {ReturnType<typeof plant>} */
let planted;

beforeEach(() => {
  planted = plant(
    {
      "tsconfig.json": '{ "files": [], "references": [{ "path": "packages/x" }] }',
      "packages/x/package.json": '{ "name": "x", "type": "module" }',
      "packages/x/tsconfig.json": JSON.stringify({
        extends: "../../tsconfig.base.json",
        compilerOptions: { rootDir: "src", outDir: "dist", tsBuildInfoFile: "dist/.tsbuildinfo", types: [] },
        include: ["src"],
      }),
      "packages/x/src/index.ts": "export const x: number = 1;\n",
      "packages/x/src/other.ts": "export const y: number = 2;\n",
    },
    ["scripts", "tsconfig.base.json"],
  );
  mkdirSync(join(planted.folder, "node_modules"));
  symlinkSync(join(root, "node_modules/typescript"), join(planted.folder, "node_modules/typescript"));
});
afterEach(() => planted.remove());

const build = () =>
  captured(
    process.execPath,
    ["--input-type=module", "-e", 'await (await import("./scripts/bootstrap.mjs")).build();'],
    { cwd: planted.folder },
  );
const path = (/** @type {string} */ name) => join(planted.folder, "packages/x", name);

describe("the build", () => {
  it("leaves everything alone while nothing has changed", async () => {
    expect(await build()).toEqual({ code: 0, output: "" });
    writeFileSync(path("dist/index.js"), "marked");
    expect(await build()).toEqual({ code: 0, output: "" });
    expect(readFileSync(path("dist/index.js"), "utf8")).toBe("marked");
  });

  it("is done again after a source has changed", async () => {
    await build();
    writeFileSync(path("src/index.ts"), "export const x: number = 3;\n");
    await build();
    expect(readFileSync(path("dist/index.js"), "utf8")).toContain("x = 3");
  });

  it("is done again after its result was removed", async () => {
    await build();
    rmSync(path("dist"), { recursive: true });
    await build();
    expect(existsSync(path("dist/index.js"))).toBe(true);
  });

  it("removes what was built from a source that is gone, and nothing else", async () => {
    await build();
    rmSync(path("src/other.ts"));
    await build();
    expect(
      ["index.js", "index.d.ts", "index.js.map", "other.js", "other.d.ts", "other.js.map"].map((name) =>
        existsSync(path(`dist/${name}`)),
      ),
    ).toEqual([true, true, true, false, false, false]);
  });

  it("fails on a wrong type, and again the next time", async () => {
    writeFileSync(path("src/index.ts"), 'export const x: number = "3";\n');
    for (const _ of [1, 2]) {
      const { code, output } = await build();
      expect(code).not.toBe(0);
      expect(output).toContain("not assignable");
    }
  });
});

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { captured } from "./child.mjs";
import { plant } from "./planted.mjs";
import { wrongInArchive } from "./publishing.mjs";

const manifest = {
  name: "planted",
  version: "1.0.0",
  type: "module",
  license: "MIT",
  sideEffects: false,
  exports: { ".": "./dist/index.js", "./package.json": "./package.json" },
};
const files = {
  "dist/index.js": "export const x = 1;\n",
  "dist/index.d.ts": "export declare const x: number;\n",
};

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

/** @param {Record<string, string>} content */
async function wrongIn(content) {
  const entries = Object.entries(content).map(([path, text]) => [`package/${path}`, text]);
  planted = plant(Object.fromEntries(entries));
  await captured("tar", ["-czf", "planted.tgz", "package"], { cwd: planted.folder });
  return wrongInArchive(join(planted.folder, "planted.tgz"));
}

describe("publishing", () => {
  it("accepts a package that is right", async () => {
    expect(await wrongIn({ ...files, "package.json": JSON.stringify(manifest) })).toEqual([]);
  });

  it("refuses an export that leads nowhere, as publint sees it", async () => {
    const broken = { ...manifest, exports: { ".": "./dist/gone.js" } };
    expect((await wrongIn({ ...files, "package.json": JSON.stringify(broken) })).join()).toMatch(/gone\.js/);
  });

  it("refuses types that do not resolve, as attw sees them", async () => {
    const broken = { ...files, "dist/index.d.ts": 'export { x } from "./gone";\n' };
    const wrong = await wrongIn({ ...broken, "package.json": JSON.stringify(manifest) });
    expect(wrong.join()).toMatch(/internal resolution error/i);
  });

  it("refuses code without types", async () => {
    const { "dist/index.js": code } = files;
    const wrong = await wrongIn({ "dist/index.js": code, "package.json": JSON.stringify(manifest) });
    expect(wrong).toEqual([expect.stringContaining("dist/index.js has no types beside it")]);
  });

  it("refuses a test among what is shipped", async () => {
    const wrong = await wrongIn({ ...files, "src/a.test.ts": "", "package.json": JSON.stringify(manifest) });
    expect(wrong).toEqual([expect.stringContaining("a.test.ts does not belong into the package")]);
  });
});

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { captured } from "./child.mjs";
import { plant } from "./planted.mjs";
import { withPnpm } from "./pnpm.mjs";
import { root } from "./root.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

const workspace = ["scripts", "package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml"];

describe("a task is refused in one sentence", () => {
  it("if there is none of that name", async () => {
    const { code, output } = await captured(process.execPath, ["scripts/run.mjs", "nonsense"]);
    expect(code).toBe(64);
    expect(output).toMatch(
      /^fencepost: there is no task "nonsense": choose one of demo, build, test, .*\.\n$/,
    );
  });

  it("if Node is too old", async () => {
    const older = 'Object.defineProperty(process.versions, "node", { value: "20.18.3" });';
    const { code, output } = await captured(process.execPath, [
      `--import=data:text/javascript,${encodeURIComponent(older)}`,
      join(root, "scripts/run.mjs"),
      "build",
    ]);
    expect(code).toBe(1);
    expect(output).toMatch(/^fencepost: Node 20\.18\.3 is too old: install 20\.19 or newer.*\.\n$/);
  });

  it("if npm is missing", async () => {
    planted = plant({}, workspace);
    mkdirSync(join(planted.folder, "packages"));
    const { code, output } = await captured(process.execPath, ["scripts/run.mjs", "build"], {
      cwd: planted.folder,
      env: { PATH: planted.folder },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/\nfencepost: npm was not found: install it .*\.\n$/);
  });

  it("if the registry cannot be reached", async () => {
    planted = plant({}, workspace);
    mkdirSync(join(planted.folder, "packages"));
    const { code, output } = await captured(process.execPath, ["scripts/run.mjs", "build"], {
      cwd: planted.folder,
      env: {
        PATH: process.env["PATH"],
        HOME: planted.folder,
        npm_config_cache: join(planted.folder, "cache"),
        npm_config_fetch_retries: "0",
        // A port where nothing listens.
        npm_config_registry: "http://127.0.0.1:9/",
      },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/\nfencepost: the package registry could not be reached: connect .*\.\n$/);
  });

  it("if a native module can be neither downloaded nor compiled", async () => {
    const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const manifest = { private: true, packageManager, scripts: { install: "exit 1" } };
    planted = plant({ "package.json": JSON.stringify(manifest), "pnpm-workspace.yaml": "" }, ["scripts"]);
    mkdirSync(join(planted.folder, "packages"));
    const { folder } = planted;
    const [npm, args] = withPnpm(["pnpm", "install", "--lockfile-only", "--ignore-scripts"]);
    expect((await captured(npm, args, { cwd: folder })).code).toBe(0);
    const { code, output } = await captured(process.execPath, ["scripts/run.mjs", "build"], { cwd: folder });
    expect(code).toBe(1);
    expect(output).toMatch(/\nfencepost: a native module could be neither downloaded nor compiled: .*\.\n$/);
  });
});

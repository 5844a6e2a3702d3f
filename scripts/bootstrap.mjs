// What every task stands on: the dependencies as the lockfile has them, and the packages built. Each step leaves a
// stamp, and is left out while what it depends on is the same.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, captured } from "./child.mjs";
import { Failure } from "./failure.mjs";
import { filesBelow, packageFolders } from "./files.mjs";
import { pnpm } from "./pnpm.mjs";
import { root } from "./root.mjs";
import { digest, isStamped, stamp } from "./stamp.mjs";

/** Where pnpm-workspace.yaml says that packages are. */
const privatePackages = ["integration", "bench", "examples"];

/** Installs what the lockfile says, and sees to it that native modules load in this Node. */
export async function install() {
  const manifests = [".", ...packageFolders(), ...privatePackages].map((folder) => `${folder}/package.json`);
  const state = digest(["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]);
  const native = `${state} ${process.platform} ${process.arch} ${process.versions.modules}`;
  if (!isStamped("install", state)) {
    console.error("fencepost: installing dependencies (a minute or two the first time)");
    await pnpm(["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"]);
    stamp("install", state);
  }
  if (isStamped("native", native)) return;
  if (!(await nativeModuleLoads())) {
    console.error(`fencepost: compiling better-sqlite3 for Node ${process.versions.node} (about a minute)`);
    await pnpm(["--recursive", "rebuild", "better-sqlite3"]);
    if (!(await nativeModuleLoads())) {
      throw new Failure(
        `better-sqlite3 does not load in Node ${process.versions.node}: remove node_modules and run this again.`,
      );
    }
  }
  stamp("native", native);
}

/** It is compiled for one Node, and the folder may have been installed by another. */
async function nativeModuleLoads() {
  const cwd = join(root, "packages/sqlite");
  if (!existsSync(cwd)) return true;
  const load = 'new (require("better-sqlite3"))(":memory:").close()';
  return (await captured(process.execPath, ["-e", load], { cwd })).code === 0;
}

/**
 * Builds every package whose sources have changed.
 *
 * @throws Failure if a type is wrong; the compiler's words are shown first.
 */
export async function build() {
  const folders = packageFolders();
  const sources = folders.flatMap((folder) => [...filesBelow(`${folder}/src`), `${folder}/tsconfig.json`]);
  const state = digest(["tsconfig.json", "tsconfig.base.json", ...sources], [process.versions.node]);
  if (folders.every((folder) => existsSync(join(root, folder, "dist"))) && isStamped("build", state)) return;
  for (const folder of folders) prune(folder);
  const { code } = await captured(process.execPath, [bin("typescript", "tsc"), "-b", "--pretty"], {
    echo: true,
  });
  if (code !== 0) throw new Failure("the build failed: the compiler's words are above.", code);
  stamp("build", state);
}

/**
 * Removes what was built from sources that are gone: the compiler leaves it, and it would be published.
 *
 * @param {string} folder of a package
 */
function prune(folder) {
  const dist = join(root, folder, "dist");
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const built = join(entry.parentPath, entry.name);
    const source = built.replace(dist, join(root, folder, "src")).replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts");
    if (entry.isFile() && entry.name !== ".tsbuildinfo" && !existsSync(source)) rmSync(built);
  }
}

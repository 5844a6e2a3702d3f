// The files of the repository that a person wrote.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const generated = new Set(["node_modules", "dist", "coverage", ".git", ".cache"]);

/**
 * The files below a folder, without what tools made; none if there is no such folder.
 *
 * @param {string} [folder] relative to `base`
 * @param {string} [base]
 * @returns {string[]} relative to `base`, with forward slashes
 */
export function filesBelow(folder = "", base = root) {
  if (!existsSync(join(base, folder))) return [];
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (generated.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, base);
    return entry.isFile() ? [path] : [];
  });
}

/** Folders of the packages that are published, relative to the root. */
export function packageFolders() {
  return readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, "package.json")));
}

// For the tests of the rules: files with a planted fault, in a folder of their own that looks like this repository.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

/**
 * A temporary folder with these files, and copies of some of the repository's own.
 *
 * @param {Readonly<Record<string, string>>} files text by path
 * @param {readonly string[]} [copies] files or folders of the repository
 */
export function plant(files, copies = []) {
  const folder = mkdtempSync(join(tmpdir(), "fencepost-planted-"));
  for (const path of copies) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

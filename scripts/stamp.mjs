// Stamps remember the state of the files that a step last worked on, so that it is left out while they are the same.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

const folder = join(root, "node_modules", ".cache", "fencepost");

/**
 * A digest of the names and contents of files.
 *
 * @param {readonly string[]} files relative to the root; one that is missing counts as such
 * @param {readonly string[]} [facts] what else the step depends on
 */
export function digest(files, facts = []) {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const file of [...files].sort()) hash.update(`\0${file}\0`).update(contents(file));
  return hash.digest("hex");
}

/** @param {string} file */
function contents(file) {
  try {
    return readFileSync(join(root, file));
  } catch {
    return "(missing)";
  }
}

/**
 * Whether a step was last done in this state.
 *
 * @param {string} step
 * @param {string} state
 */
export function isStamped(step, state) {
  try {
    return readFileSync(join(folder, step), "utf8") === state;
  } catch {
    return false;
  }
}

/** @param {string} step @param {string} state */
export function stamp(step, state) {
  const file = join(folder, step);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, state);
}

/**
 * One rule taken out of the code: a piece of a line that is the same in a source and in what is built from it, and what
 * stands there instead.
 *
 * @typedef {object} Patch
 * @property {string} name what `FENCEPOST_PATCH` takes
 * @property {string} rule section and sentence of the protocol, or a rule of requirements
 * @property {string} breaks what the code does without it
 * @property {string} file a source below `packages`
 * @property {string} find must be there exactly once
 * @property {string} [noticedIn] the folder of core whose tests notice it, where that is not the one of its file
 * @property {string} replace
 */

/**
 * @param {string} text of the patch's file, or of what was built from it
 * @param {Patch} patch
 * @throws Error unless it matches exactly once: a patch that changes nothing would look like one that nothing catches
 */
export function applyPatch(text, patch) {
  const matches = text.split(patch.find).length - 1;
  if (matches !== 1) {
    throw new Error(`the patch ${patch.name} matches ${matches} times in ${patch.file}, and must match once`);
  }
  return text.replace(patch.find, () => patch.replace);
}

/** What the compiler makes of a patch's file. @param {Patch} patch */
export function builtFile({ file }) {
  return file.replace("/src/", "/dist/").replace(/\.ts$/, ".js");
}

// A patch put on while Vite loads the module: of one process, many patches, one after the other.
import { join } from "node:path";
import { root } from "../scripts/root.mjs";
import { applyPatch } from "./patch.mjs";

/** @typedef {import("./patch.mjs").Patch} Patch */

/** @param {Patch} patch */
const pathOf = ({ file }) => join(root, "packages", file);

/** Takes one patch at a time, and says whether the module was loaded with it. */
export class Patching {
  /** @type {Patch | undefined} */
  #patch;
  #applied = 0;

  /** @type {import("vite").Plugin} */
  plugin = {
    name: "fencepost-patch",
    // Before types are stripped: what is matched is the source.
    enforce: "pre",
    transform: (code, id) => {
      if (!this.#patch || id !== pathOf(this.#patch)) return undefined;
      const patched = applyPatch(code, this.#patch);
      this.#applied += 1;
      return { code: patched, map: null };
    },
  };

  /**
   * @param {Patch | undefined} patch `undefined`: as it is
   * @param {(path: string) => void} forget makes Vite load a module anew
   */
  put(patch, forget) {
    for (const each of [this.#patch, patch]) if (each) forget(pathOf(each));
    this.#patch = patch;
    this.#applied = 0;
  }

  get isLoaded() {
    return this.#patch === undefined || this.#applied > 0;
  }
}

// Every rule that can be taken out, in the order of the protocol.
import { conditions } from "./patches/conditions.mjs";
import { life } from "./patches/life.mjs";
import { record } from "./patches/record.mjs";
import { settling } from "./patches/settling.mjs";
import { time } from "./patches/time.mjs";
import { waiting } from "./patches/waiting.mjs";

/** @type {readonly import("./patch.mjs").Patch[]} */
export const patches = [...settling, ...conditions, ...record, ...time, ...life, ...waiting];

/** @param {string} name @throws Error if there is none */
export function patchNamed(name) {
  const patch = patches.find((each) => each.name === name);
  if (!patch)
    throw new Error(
      `there is no patch "${name}"; the patches are ${patches.map((each) => each.name).join(", ")}`,
    );
  return patch;
}

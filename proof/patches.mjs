// Every rule that can be taken out, in the order of the protocol.
import { adapters } from "./patches/adapters.mjs";
import { conditions } from "./patches/conditions.mjs";
import { documents } from "./patches/documents.mjs";
import { elections } from "./patches/elections.mjs";
import { fences } from "./patches/fences.mjs";
import { handovers } from "./patches/handover.mjs";
import { life } from "./patches/life.mjs";
import { once } from "./patches/once.mjs";
import { readWrite } from "./patches/read-write.mjs";
import { record } from "./patches/record.mjs";
import { semaphores } from "./patches/semaphores.mjs";
import { settling } from "./patches/settling.mjs";
import { several } from "./patches/several.mjs";
import { time } from "./patches/time.mjs";
import { waiting } from "./patches/waiting.mjs";

/** @type {readonly import("./patch.mjs").Patch[]} */
export const patches = [
  ...settling,
  ...conditions,
  ...record,
  ...time,
  ...life,
  ...waiting,
  ...documents,
  ...fences,
  ...once,
  ...elections,
  ...semaphores,
  ...several,
  ...handovers,
  ...readWrite,
];

/** Those, and the ones of adapters, of which core's tests can say nothing. */
export const allPatches = [...patches, ...adapters];

/** @param {string} name @throws Error if there is none */
export function patchNamed(name) {
  const patch = allPatches.find((each) => each.name === name);
  if (!patch)
    throw new Error(
      `there is no patch "${name}"; the patches are ${allPatches.map((each) => each.name).join(", ")}`,
    );
  return patch;
}

/** Our own programs, by name. */
import type { Program } from "../engine/program.ts";
import { electionProgram } from "./election/election-program.ts";
import { fenceProgram } from "./fence/fence-program.ts";
import { handoverProgram } from "./handover/handover-program.ts";
import { leaseProgram } from "./lease/lease-program.ts";
import { onceProgram } from "./once/once-program.ts";
import { readWriteProgram } from "./read-write/read-write-program.ts";
import { semaphoreProgram } from "./semaphore/semaphore-program.ts";
import { severalProgram } from "./several/several-program.ts";
import { updateProgram } from "./update/update-program.ts";

const all: readonly Program[] = [
  leaseProgram,
  onceProgram,
  updateProgram,
  fenceProgram,
  handoverProgram,
  readWriteProgram,
  semaphoreProgram,
  severalProgram,
  electionProgram,
];

/** @throws RangeError if there is none. */
export function programNamed(name: string): Program {
  const program = all.find((each) => each.name === name);
  if (program) return program;
  throw new RangeError(`there is no program "${name}"; there are ${all.map((each) => each.name).join(", ")}`);
}

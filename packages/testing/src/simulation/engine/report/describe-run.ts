import type { Program } from "../program.ts";
import type { SimulationReport } from "../simulate.ts";

const linesBefore = 60;

/**
 * A run as a person reads it: what happened up to the first violation, and the command that runs it again.
 *
 * @param report of a run with `lines`
 */
export function describeRun(program: Program, { seed, lines, violations }: SimulationReport): string {
  const first = lines.findIndex(({ what }) => what.startsWith("VIOLATION"));
  const until = first < 0 ? lines.length : first + 1;
  const shown = lines.slice(Math.max(until - linesBefore, 0), until);
  const timeline = shown.map(({ atMs, who, what }) => `${seconds(atMs)}  ${who.padEnd(10)} ${what}`);
  const verdict =
    violations.length > 0 ? violations.map((violation) => `- ${violation}`) : ["- no violation"];
  return [...timeline, "", `seed ${seed}:`, ...verdict, `again: ${program.replay(seed)}`].join("\n");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`.padStart(11);
}

/** The demo as a process: as `npm run demo` starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../packages/cli/bin/fencepost.js", import.meta.url));

/** It is running, or has run. */
export interface Demo {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

export interface Surroundings {
  /** For what is temporary, so that it can be seen what is left there. */
  readonly temporary: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export function startDemo({ temporary, environment = {} }: Surroundings, ...args: readonly string[]): Demo {
  const child = spawn(process.execPath, [program, "demo", ...args], {
    env: { ...process.env, ...environment, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

/** The workers' process ids, as the demo tells them. */
export function workersIn(output: string): readonly number[] {
  return [...output.matchAll(/starts as process (\d+)/g)].map(([, pid]) => Number(pid));
}

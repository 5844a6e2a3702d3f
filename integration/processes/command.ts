/** Runs what a person runs: the built command, on the store under test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ServerStore } from "../stores/server-store.ts";

const program = fileURLToPath(new URL("../../packages/cli/bin/fencepost.js", import.meta.url));

export interface Ended {
  /** `null` if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** @param limitMs it is killed then, and `ended` gives the code `null` */
export function startCommand(
  args: readonly string[],
  { environment }: Pick<ServerStore, "environment">,
  limitMs = 60_000,
): RunningCommand {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].on("data", (chunk: Buffer) => {
      printed[stream] += chunk.toString();
    });
  }
  const ended = once(child, "close").then(
    ([code]): Ended => ({ ...printed, code: code as number | null, tookMs: performance.now() - startedAt }),
  );
  return { child, ended };
}

export function runCommand(...args: Parameters<typeof startCommand>): Promise<Ended> {
  return startCommand(...args).ended;
}

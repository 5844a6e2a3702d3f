/** A child process that never outlives us, whatever ends us. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import type { ServerLife } from "./server.ts";

export interface GuardedProcess extends ServerLife {
  readonly pid: number;
  /** Aborts when the process has ended. */
  readonly ended: AbortSignal;
  /** It has ended, and not because we asked for it. */
  readonly endedByItself: boolean;
  /** The last that it printed. */
  output(): string;
}

/**
 * The shell's background reader waits for a line on descriptor 3. If we die, that is closed without a line, and the
 * reader kills the program, which has taken the shell's place and so has its pid. A line calls the reader off.
 */
export const guard = '(read -r line <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

const outputMax = 4_000;

export function startGuarded(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): GuardedProcess {
  const child = spawn("/bin/sh", ["-c", guard, "guard", program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const lifeline = child.stdio[3] as Writable;
  lifeline.on("error", () => {});
  const ended = new AbortController();
  let asked = false;
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-outputMax);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.once("error", (error) => ended.abort(error));
  child.once("exit", (code, signal) => {
    lifeline.end("ended\n");
    ended.abort(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`));
  });

  return {
    pid: child.pid ?? -1,
    ended: ended.signal,
    get endedByItself() {
      return ended.signal.aborted && !asked;
    },
    output: () => output,
    // It has nothing that would be worth an orderly end.
    async kill() {
      if (ended.signal.aborted) return;
      asked = true;
      const end = once(child, "exit");
      child.kill("SIGKILL");
      await end;
    },
    async pause() {
      child.kill("SIGSTOP");
    },
    async resume() {
      child.kill("SIGCONT");
    },
  };
}

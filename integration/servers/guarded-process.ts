/** A child process that never outlives us, whatever ends us. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerLife } from "./server.ts";

export interface GuardedProcess extends ServerLife {
  readonly pid: number;
  /** Aborts when the process has ended. */
  readonly ended: AbortSignal;
  /** It has ended, and not because we asked for it. */
  readonly endedByItself: boolean;
  /** The last that it printed. */
  output(): string;
  /** Asks it to end, and after a while makes it. Again: nothing. */
  stop(): Promise<void>;
}

/**
 * The shell's background reader waits for a line on descriptor 3. If we die, that is closed without a line, and the
 * reader kills the program, which has taken the shell's place and so has its pid. A line calls the reader off.
 */
export const guard = '(read -r line <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

const stopLimitMs = 5_000;
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

  const send = async (signal: NodeJS.Signals, limitMs: number): Promise<boolean> => {
    if (ended.signal.aborted) return true;
    asked = true;
    const end = once(child, "exit");
    child.kill(signal);
    return Promise.race([end.then(() => true), sleep(limitMs, false, { ref: false })]);
  };
  return {
    pid: child.pid ?? -1,
    ended: ended.signal,
    get endedByItself() {
      return ended.signal.aborted && !asked;
    },
    output: () => output,
    async kill() {
      await send("SIGKILL", stopLimitMs);
    },
    async pause() {
      child.kill("SIGSTOP");
    },
    async resume() {
      child.kill("SIGCONT");
    },
    async stop() {
      child.kill("SIGCONT");
      if (!(await send("SIGTERM", stopLimitMs))) await send("SIGKILL", stopLimitMs);
    },
  };
}

/** The command as a user starts it: the real executable, in surroundings of its own, never longer than its deadline. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const executable = fileURLToPath(new URL("../packages/cli/bin/fencepost.js", import.meta.url));
const defaultLimitMs = 60_000;
const lookEveryMs = 20;

export interface CliEnd {
  /** As a shell would show it: 128 and the signal's number, if a signal ended it. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly pid: number;
  /** What it, or its command, has printed so far on standard output. */
  stdout(): string;
  stderr(): string;
  send(signal: NodeJS.Signals): void;
  /** Rejects if it has not ended by itself within its deadline; then it was killed. */
  readonly ended: Promise<CliEnd>;
}

export interface CliOptions {
  /** Beside PATH; nothing else of our own environment is handed on. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Deadline. @default 60_000 */
  readonly limitMs?: number;
  /** Options of Node's own. */
  readonly node?: readonly string[];
}

/** Starts `fencepost` with these arguments. It is killed at the end of the test at the latest. */
export function startCli(args: readonly string[], options: CliOptions = {}): CliProcess {
  const child = spawn(process.execPath, [...(options.node ?? []), executable, ...args], {
    env: { PATH: process.env["PATH"], ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    pid: child.pid ?? Number.NaN,
    stdout: () => stdout,
    stderr: () => stderr,
    send: (signal) => void child.kill(signal),
    ended: endOf(
      child,
      options.limitMs ?? defaultLimitMs,
      () => `fencepost ${args.join(" ")}\n${stdout}\n${stderr}`,
    ).then((code) => ({
      code,
      stdout,
      stderr,
    })),
  };
}

/** Runs `fencepost` to its end. */
export function cli(args: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  return startCli(args, options).ended;
}

function endOf(child: ChildProcess, limitMs: number, seen: () => string): Promise<CliEnd["code"]> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`it did not end within ${limitMs} ms: ${seen()}`));
    }, limitMs);
    // Not `exit`: what it printed last may still be on its way.
    child.once("close", (code, signal) => {
      clearTimeout(deadline);
      resolve(code ?? signal);
    });
  });
}

/** A folder that is gone after the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fencepost-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until something is so. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const untilMs = Date.now() + defaultLimitMs; !isSo(); await sleep(lookEveryMs)) {
    if (Date.now() > untilMs) throw new Error(`${what}: not so within ${defaultLimitMs} ms`);
  }
}

/** The numbers that a command has printed on a line of its own after `pids`. */
export async function pidsOf(run: CliProcess): Promise<number[]> {
  const line = /^pids (.*)$/m;
  await until("the command tells its process ids", () => line.test(run.stdout()));
  return (line.exec(run.stdout())?.[1] ?? "").split(" ").map(Number);
}

/** A zombie is no process any more, only a note for its parent. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // Where there is no /proc the signal's answer must do.
    return code === "ENOENT" && syscall === "open" && process.platform !== "linux";
  }
}

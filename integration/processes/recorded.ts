/** Drives processes that write down what they do, and puts their histories together. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type History, parseHistory } from "@fencepost/testing";

const loader = new URL("../../proof/patched-loader.mjs", import.meta.url);
const pollMs = 5;

export interface RecordedRun {
  /** Beside this file. */
  readonly program: "recorded-counter.mjs" | "recorded-lease.mjs";
  readonly url: string;
  readonly key: string;
  /** Where each writes its history. */
  readonly folder: string;
  /** One process each, with what it is told beside URL, key, name and history. */
  readonly processes: readonly RecordedProcess[];
  readonly limitMs: number;
}

export interface RecordedProcess {
  readonly name: string;
  readonly told: readonly number[];
  /** A rule that it runs without, from `proof/patches`. */
  readonly without?: string | undefined;
  /** It begins once that process has been answered: with the lease, say. */
  readonly after?: string | undefined;
  /** It is killed as soon as it has written that many lines. */
  readonly killedAfterLines?: number | undefined;
}

/** @throws Error if a process that nobody killed does not end well in time. */
export async function runRecorded(run: RecordedRun): Promise<History> {
  const limit = AbortSignal.timeout(run.limitMs);
  const children = run.processes.map((each) => start(run, each));
  try {
    await Promise.all(
      children.map(({ stdout }) => once(stdout as NodeJS.ReadableStream, "data", { signal: limit })),
    );
    await Promise.all(
      children.map((child, index) => play(child, run, run.processes[index] as RecordedProcess, limit)),
    );
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
  const paths = run.processes.map(({ name }) => historyPath(run, name));
  return parseHistory(...paths.filter(existsSync).map((path) => readFileSync(path, "utf8")));
}

function start(run: RecordedRun, { name, told, without }: RecordedProcess): ChildProcess {
  const program = fileURLToPath(new URL(run.program, import.meta.url));
  const patched = without === undefined ? [] : ["--import", pathToFileURL(fileURLToPath(loader)).href];
  return spawn(
    process.execPath,
    [...patched, program, run.url, run.key, name, historyPath(run, name), ...told.map(String)],
    {
      env: { ...process.env, ...(without !== undefined && { FENCEPOST_PATCH: without }) },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
}

async function play(
  child: ChildProcess,
  run: RecordedRun,
  { name, after, killedAfterLines }: RecordedProcess,
  limit: AbortSignal,
): Promise<void> {
  const closed = once(child, "close", { signal: limit }) as Promise<[number | null]>;
  closed.catch(() => {});
  if (after !== undefined) await written(historyPath(run, after), 2, limit);
  child.stdin?.end("\n");
  if (killedAfterLines !== undefined) {
    await written(historyPath(run, name), killedAfterLines, limit);
    child.kill("SIGKILL");
  }
  const [code] = await closed;
  if (code !== 0 && killedAfterLines === undefined)
    throw new Error(`${run.program} as ${name} ended with ${code}`);
}

/** @throws AbortError at the limit */
async function written(path: string, lines: number, limit: AbortSignal): Promise<void> {
  while (linesOf(path) < lines) await sleep(pollMs, undefined, { signal: limit });
}

function historyPath({ folder }: RecordedRun, name: string): string {
  return join(folder, `${name}.jsonl`);
}

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}

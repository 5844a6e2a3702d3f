/** Drives `contender.mjs`: a real process that holds or wants a lease. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ServerStore } from "../stores/server-store.ts";

/** A line that the process printed. */
export interface Said {
  readonly type: string;
  /** On the machine's monotonic clock, as `process.hrtime` of every process. */
  readonly monotonicMs: number;
  /** On the process's own wall clock. */
  readonly wallMs: number;
  readonly token?: number;
  readonly holder?: string;
  readonly code?: string;
  readonly message?: string;
  readonly detail?: string;
  readonly outcome?: string;
}

export interface ContenderOptions {
  readonly ttlMs: number;
  readonly waitMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ContenderProcess {
  readonly holder: string;
  readonly said: readonly Said[];
  /** The first line of one of these types, once it is there. @throws Error if the process ends or `limitMs` passes without one */
  hears(types: readonly string[], limitMs: number): Promise<Said>;
  release(): void;
  /** SIGKILL, and gone when this resolves. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("./contender.mjs", import.meta.url));
const pollMs = 20;

export function startContender(store: ServerStore, key: string, options: ContenderOptions): ContenderProcess {
  const { ttlMs, waitMs = 0, environment = {} } = options;
  const child = spawn(process.execPath, [program, store.url, key, String(ttlMs), String(waitMs)], {
    env: { ...process.env, ...store.environment, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said: Said[] = [];
  let complaints = "";
  createInterface({ input: child.stdout }).on("line", (line) => said.push(JSON.parse(line) as Said));
  child.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  child.stdin.on("error", () => {});
  let closed = false;
  child.once("close", () => {
    closed = true;
  });
  return {
    holder: `process ${child.pid}`,
    said,
    async hears(types, limitMs) {
      for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
        const ended = closed;
        const line = said.find(({ type }) => types.includes(type));
        if (line) return line;
        if (ended) break;
        await sleep(pollMs);
      }
      throw new Error(
        `no ${types.join(" or ")} from ${program} within ${limitMs} ms; it said ${JSON.stringify(said)}; ${complaints}`,
      );
    },
    release: () => void child.stdin.end("\n"),
    async kill() {
      child.kill("SIGKILL");
      if (!closed) await once(child, "close");
    },
  };
}

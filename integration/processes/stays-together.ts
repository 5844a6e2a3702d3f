/** Twelve processes at one thing, of which some are killed and some stand still, and the stays that they wrote down. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerStore } from "../stores/server-store.ts";
import { type Stay, staysIn } from "./stays.ts";

const loader = pathToFileURL(fileURLToPath(new URL("../../proof/patched-loader.mjs", import.meta.url))).href;

const processes = 12;
/** Longer than the ttl of 3 s and its margins: whoever stands still is passed by. */
const stillMs = 7_000;

export interface Together {
  readonly stays: readonly Stay[];
  /** What processes said that did not end as they should. */
  readonly complaints: string;
}

export interface TogetherOptions {
  /** Beside this file. */
  readonly program: "reader-writer.mjs" | "permit-holder.mjs";
  readonly forMs: number;
  /** How many are killed, and how many stand still for a while. */
  readonly killed: number;
  readonly paused: number;
  /** A rule that they run without, from `proof/patches`. */
  readonly without?: string;
}

export async function playTogether(store: ServerStore, options: TogetherOptions): Promise<Together> {
  const program = fileURLToPath(new URL(options.program, import.meta.url));
  const { forMs, killed, paused, without } = options;
  const folder = mkdtempSync(join(tmpdir(), "fencepost-together-"));
  const file = join(folder, "moments.jsonl");
  let complaints = "";
  const start = () => {
    const patched = without === undefined ? [] : ["--import", loader];
    const child = spawn(process.execPath, [...patched, program, store.url, "x", file, String(forMs)], {
      env: { ...process.env, ...store.environment, ...(without && { FENCEPOST_PATCH: without }) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (/Error/.test(chunk.toString())) complaints += chunk.toString();
    });
    return { child, closed: once(child, "close") };
  };
  const all = Array.from({ length: processes }, start);
  try {
    await sleep(forMs / 4);
    for (const { child } of all.slice(0, killed)) child.kill("SIGKILL");
    const still = all.slice(killed, killed + paused);
    for (const { child } of still) {
      child.kill("SIGSTOP");
      await sleep(50);
    }
    await sleep(stillMs);
    for (const { child } of still) child.kill("SIGCONT");
    await Promise.all(all.map(({ closed }) => closed));
    return { stays: staysIn(readFileSync(file, "utf8")), complaints };
  } finally {
    for (const { child } of all) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
}

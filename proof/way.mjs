// The two ways to find out what a rule is good for, each a process of its own: its verdicts come line by line.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { root } from "../scripts/root.mjs";

/** A run that was patched into an endless one is ended, and is no verdict. */
const silenceMostMs = 240_000;

/**
 * @template {object} Verdict
 * @param {"simulated" | "tested"} way
 * @param {{ readonly names: readonly (string | null)[], readonly seeds?: number }} order `null`: nothing is taken out
 * @param {(name: string | null, verdict: Verdict) => void} onVerdict
 * @throws Error if a verdict does not come
 */
export async function take(way, order, onVerdict) {
  const program = fileURLToPath(new URL(`./${way}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    cwd: root,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const ended = new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  const expected = [...order.names];
  let timer = setTimeout(() => child.kill("SIGKILL"), silenceMostMs);
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, ...verdict } = JSON.parse(line);
    if (name !== expected.shift()) throw new Error(`${way}: a verdict on ${name} came out of turn`);
    onVerdict(name, verdict);
    clearTimeout(timer);
    timer = setTimeout(() => child.kill("SIGKILL"), silenceMostMs);
  }
  clearTimeout(timer);
  const code = await ended;
  if (expected.length > 0 || code !== 0) {
    throw new Error(`${way}: no verdict on ${expected[0] ?? "the end"} (exit code ${code})\n${said}`);
  }
}

/** Without what a test run of our own hands down: the child is not one of its workers. */
function environment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|FENCEPOST_|NODE_ENV$)/.test(name)),
  );
}

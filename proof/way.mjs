// The two ways to find out what a rule is good for, each a process of its own: its verdicts come one by one.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { root } from "../scripts/root.mjs";

/** A run that was patched into an endless one is ended, and is no verdict. */
const silenceMostMs = 240_000;

/**
 * What was found without each rule, and with all of them.
 *
 * @template Verdict
 */
export class Verdicts {
  /** @type {Map<string, Verdict>} */
  #found = new Map();
  /** Of each process: nothing is taken out. @type {Verdict[]} */
  controls = [];

  /** @param {string | null} name @param {Verdict} verdict */
  note(name, verdict) {
    if (name === null) this.controls.push(verdict);
    else this.#found.set(name, verdict);
  }

  /** @param {string} name */
  of(name) {
    return /** @type {Verdict} */ (this.#found.get(name));
  }
}

/**
 * @template Verdict
 * @param {"simulated" | "tested"} way
 * @param {{ readonly names: readonly string[], readonly seeds?: number }} order
 * @param {Verdicts<Verdict>} verdicts
 * @throws Error if a verdict does not come
 */
export async function take(way, order, verdicts) {
  const expected = [null, ...order.names];
  const program = fileURLToPath(new URL(`./${way}.mjs`, import.meta.url));
  const child = fork(program, [JSON.stringify({ ...order, names: expected })], {
    cwd: root,
    env: environment(),
    execArgv: [],
    silent: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const end = () => child.kill("SIGKILL");
  let timer = setTimeout(end, silenceMostMs);
  child.on("message", (/** @type {Verdict & { name: string | null }} */ { name, ...verdict }) => {
    if (name !== expected.shift()) end();
    verdicts.note(name, /** @type {Verdict} */ (verdict));
    clearTimeout(timer);
    timer = setTimeout(end, silenceMostMs);
  });
  const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearTimeout(timer);
  if (expected.length > 0 || code !== 0) {
    throw new Error(`${way}: no verdict on ${expected[0] ?? "the end"} (exit code ${code})\n${said}`);
  }
}

/**
 * The other end: hands a verdict on. A process whose parent is gone, or that has been heard, ends.
 *
 * @returns {{ tell: (verdict: object) => void, end: () => void }}
 */
export function parent() {
  process.once("disconnect", () => process.exit());
  return {
    tell: (verdict) => void process.send?.(verdict),
    end: () => process.disconnect(),
  };
}

/** Without what a test run of our own hands down: the child is not one of its workers. */
function environment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|FENCEPOST_|NODE_ENV$)/.test(name)),
  );
}

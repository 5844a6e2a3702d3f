// The pinned pnpm, got through npm: a fresh machine has npm and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { captured } from "./child.mjs";
import { Failure } from "./failure.mjs";
import { root } from "./root.mjs";

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|META_FETCH_FAIL|ERR_SOCKET/;

/** `pnpm@x.y.z`, as package.json pins it. */
function pinned() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager;
}

/** npm as it started us, else the one on PATH. */
function npm() {
  const started = process.env["npm_execpath"];
  return started?.endsWith("npm-cli.js") ? [process.execPath, started] : ["npm"];
}

/**
 * The command line that runs `command` with pnpm on its PATH.
 *
 * @param {readonly string[]} command
 * @returns {[string, string[]]}
 */
export function withPnpm(command) {
  const [program = "npm", ...first] = npm();
  return [program, [...first, "exec", "--yes", `--package=${pinned()}`, "--", ...command]];
}

/**
 * Runs pnpm, its output shown on stderr.
 *
 * @param {readonly string[]} args
 * @throws Failure in one sentence if npm is missing, the registry cannot be reached, or pnpm fails.
 */
export async function pnpm(args) {
  const [program, npmArgs] = withPnpm(["pnpm", ...args]);
  const result = await captured(program, npmArgs, { echo: true }).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    throw new Failure("npm was not found: install it (it comes with Node) and run this again.");
  });
  if (result.code === 0) return;
  if (result.output.includes("LIFECYCLE_SCRIPT_FAILED")) {
    throw new Failure(
      "a native module could be neither downloaded nor compiled: connect to the network, or install python3, make and a C++ compiler, and run this again.",
    );
  }
  if (unreachable.test(result.output)) {
    throw new Failure(
      "the package registry could not be reached: connect to the network and run this again.",
    );
  }
  throw new Failure(`pnpm ${args[0]} failed (exit code ${result.code}): its own words are above.`);
}

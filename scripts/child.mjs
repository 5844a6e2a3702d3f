// Child processes: run one in the foreground as if it were this process, or run one and read what it said.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);

/**
 * Runs a command on this process's terminal and hands signals on to it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it, as a shell says it
 */
export function foreground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const handOn = (/** @type {NodeJS.Signals} */ signal) => {
      // A terminal's Ctrl-C has reached the child already: it goes to the whole foreground group.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, handOn);
    const done = () => {
      for (const signal of signals) process.off(signal, handOn);
    };
    child.once("error", (error) => {
      done();
      reject(error);
    });
    child.once("close", (code, signal) => {
      done();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a command and collects what it says; with `echo`, shows it on stderr meanwhile.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, echo?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} standard output and error together
 */
export function captured(command, args, { echo = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (echo) process.stderr.write(text);
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  });
}

/**
 * Where a dependency's command lies, to be run by *this* Node: no shell, no PATH.
 *
 * @param {string} packageName
 * @param {string} [binName] as its package.json calls the command
 */
export function bin(packageName, binName = packageName) {
  const manifest = join(root, "node_modules", packageName, "package.json");
  const { bin: bins } = require(manifest);
  return join(dirname(manifest), typeof bins === "string" ? bins : bins[binName]);
}

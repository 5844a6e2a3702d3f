/**
 * A command in a process group of its own, so that all of it can be signalled at once. The group is a session, too
 * (Node's `detached` is setsid), so a terminal's own signals do not reach it: whoever starts it passes them on.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { hasLiveMembers } from "./live-members.ts";

/** How a command ended. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: NodeJS.Signals }
  | { readonly kind: "not-started"; readonly error: NodeJS.ErrnoException };

const firstLookMs = 5;
const longestLookMs = 100;

/** Windows knows no process groups: there only the command itself is reached. */
const hasGroups = process.platform !== "win32";

export class ProcessGroup {
  /** `undefined`: nothing was started. */
  readonly id: number | undefined;
  /** How the command itself ended; others of its group may go on. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess | undefined;

  private constructor(child: ChildProcess | undefined, ended: Promise<CommandEnd>) {
    this.#child = child;
    this.id = child?.pid;
    this.ended = ended;
  }

  /** Starts it on our own standard streams. Whatever goes wrong is told by `ended`. */
  static start(
    [program = "", ...args]: readonly string[],
    environment: Readonly<Record<string, string | undefined>>,
  ): ProcessGroup {
    try {
      const child = spawn(program, args, { env: environment, stdio: "inherit", detached: hasGroups });
      return new ProcessGroup(child, endOf(child));
    } catch (error) {
      // Some reasons are thrown instead of told by an event, such as arguments that are too long.
      const end = { kind: "not-started", error: error as NodeJS.ErrnoException } as const;
      return new ProcessGroup(undefined, Promise.resolve(end));
    }
  }

  /** To every process of the group. One that has left it, as daemons do, is not reached. */
  signal(signal: NodeJS.Signals): void {
    if (this.id === undefined) return;
    try {
      if (hasGroups) process.kill(-this.id, signal);
      else this.#child?.kill(signal);
    } catch {
      // Nobody is there, or all have taken another user's identity: there is nothing to be done about it.
    }
  }

  /** Whether nobody is left within that time. Nothing is done to anybody. */
  async emptied(withinMs: number): Promise<boolean> {
    const untilMs = performance.now() + withinMs;
    for (let pauseMs = firstLookMs; this.#isAlive(); pauseMs = Math.min(2 * pauseMs, longestLookMs)) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return false;
      await sleep(Math.min(pauseMs, leftMs));
    }
    return true;
  }

  /** SIGTERM, and SIGKILL for what is still there after `graceMs`; without grace SIGKILL at once. */
  async stop(graceMs: number): Promise<void> {
    if (graceMs > 0) {
      this.signal("SIGTERM");
      // What is stopped could not act upon it.
      this.signal("SIGCONT");
      if (await this.emptied(graceMs)) return;
    }
    this.signal("SIGKILL");
    await this.ended;
  }

  #isAlive(): boolean {
    if (this.id === undefined) return false;
    if (hasGroups) return hasLiveMembers(this.id);
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }
}

function endOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      // An error of `kill` is one, too; the process that it did not reach will exit in its own time.
      if (child.pid === undefined) resolve({ kind: "not-started", error });
    });
    child.once("exit", (code, signal) => {
      resolve(signal ? { kind: "signalled", signal } : { kind: "exited", code: code ?? 0 });
    });
  });
}

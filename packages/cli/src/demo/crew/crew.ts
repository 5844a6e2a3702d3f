/** The three worker processes: started, told, killed, stopped, continued; and none of them outlives the demo. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { machineMs } from "../ledger/machine-time.ts";
import {
  type Brief,
  type DemoEvent,
  type Order,
  type Report,
  type WorkerName,
  workerNames,
} from "./event.ts";
import { type EventLog, StageError } from "./event-log.ts";

/** As built: it lies beside this file. */
const program = new URL("./worker.js", import.meta.url);

/** A killed process is gone in milliseconds. */
const goneWithinMs = 2_000;

type Deed = "called" | "killed" | "stopped" | "continued" | "dismissed";

export class Crew {
  readonly #log: EventLog;
  readonly #processes = new Map<WorkerName, ChildProcess>();
  /** Those who may lose their lease or end, as something was done to them. */
  readonly #expendable = new Set<WorkerName>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  start(brief: Omit<Brief, "worker">): void {
    for (const worker of workerNames) {
      const child = fork(program, [JSON.stringify({ worker, ...brief } satisfies Brief)], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        // Those of a store's SDK are not for the audience.
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
      });
      this.#processes.set(worker, child);
      child.on("message", (report) => this.#hear(worker, report as Report));
      child.once("error", (error) => this.#log.fail(error));
      child.once("exit", (code, signal) => this.#onExit(worker, code, signal));
    }
  }

  /** Tells all of them to ask for the lease, at once. */
  call(): void {
    for (const worker of workerNames)
      this.#do(worker, "called", (child) => child.send("ask" satisfies Order));
  }

  /** kill -9: it gets no chance to say anything. */
  kill(worker: WorkerName): void {
    this.#do(worker, "killed", (child) => child.kill("SIGKILL"));
  }

  /** Freezes it, as a laptop's lid, a full memory or a virtual machine's move would. */
  stop(worker: WorkerName): void {
    this.#do(worker, "stopped", (child) => child.kill("SIGSTOP"));
  }

  continue(worker: WorkerName): void {
    this.#do(worker, "continued", (child) => child.kill("SIGCONT"));
  }

  /** Asks it to end its work and to let the lease go. */
  dismiss(worker: WorkerName): void {
    this.#do(worker, "dismissed", (child) => child.send("finish" satisfies Order));
  }

  /** Kills whoever is left, by process id; one that is stopped, too. */
  killAll(): void {
    for (const [worker, child] of this.#processes) {
      this.#expendable.add(worker);
      if (isRunning(child)) child.kill("SIGKILL");
    }
  }

  /** {@link killAll}, and waits until they are gone. */
  async end(): Promise<void> {
    const running = [...this.#processes.values()].filter(isRunning);
    const gone = Promise.all(running.map((child) => once(child, "exit")));
    this.killAll();
    await Promise.race([gone, sleep(goneWithinMs, undefined, { ref: false })]);
  }

  #do(worker: WorkerName, type: Deed, deed: (child: ChildProcess) => boolean): void {
    const child = this.#processes.get(worker);
    if (!child || !isRunning(child) || !deed(child))
      throw new StageError(`worker ${worker} is not there any more`);
    if (type !== "called") this.#expendable.add(worker);
    this.#log.tell({ worker, type, atMs: machineMs() });
  }

  #hear(worker: WorkerName, report: Report): void {
    const event: DemoEvent = { worker, ...report };
    this.#log.tell(event);
    if (event.type === "failed") this.#log.fail(new StageError(event.message, event.exitCode));
    if (event.type === "lost" && !this.#expendable.has(worker)) {
      this.#log.fail(
        new StageError(
          `worker ${worker} lost its lease (${event.reason}) though nothing was done to it; ` +
            "this machine or the way to the store may be too slow at the moment: run it again",
        ),
      );
    }
  }

  #onExit(worker: WorkerName, code: number | null, signal: NodeJS.Signals | null): void {
    this.#log.tell({ worker, type: "exited", code, signal, atMs: machineMs() });
    if (!this.#expendable.has(worker)) {
      this.#log.fail(new StageError(`worker ${worker} ended by itself (${signal ?? `exit code ${code}`})`));
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** One child process, seen from its parent: orders go out, answers or the child's end come back. */
import { type ChildProcess, fork } from "node:child_process";
import type { Clock } from "@fencepost/core";
import type { Order, OrderName, Orders, Reply } from "./orders.ts";

/** How long a process may take to end by itself before it is killed. */
const graceMs = 2_000;

export interface WorkerProcess {
  readonly pid: number;
  /** @throws Error when the worker fails at it or ends before it has answered. */
  order<N extends OrderName>(name: N, ask: Orders[N]["ask"]): Promise<Orders[N]["answer"]>;
  /** Lets go of it; kills it, by its pid, if it is still there after a while. */
  end(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function startWorker(execArgv: readonly string[], clock: Clock): WorkerProcess {
  const child = fork(new URL("./race-worker.js", import.meta.url), {
    execArgv: [...execArgv],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const pid = child.pid ?? 0;
  const waiting = new Map<number, Waiting>();
  const ended = endOf(child);
  let lastId = 0;

  child.on("message", (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("failure" in reply) asked?.reject(new Error(`process ${pid}: ${reply.failure}`));
    else asked?.resolve(reply.answer as never);
  });
  void ended.then((how) => {
    for (const { reject } of waiting.values()) reject(new Error(`process ${pid} ${how} before it answered`));
    waiting.clear();
  });

  return {
    pid,
    order<N extends OrderName>(name: N, ask: Orders[N]["ask"]) {
      return new Promise<Orders[N]["answer"]>((resolve, reject) => {
        if (!child.connected) return reject(new Error(`process ${pid} was gone before it could be asked`));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const order: Order<N> = { id: lastId, name, ask };
        child.send(order, (error) => {
          if (error) reject(error);
        });
      });
    },
    async end() {
      if (child.connected) child.disconnect();
      const quit = new AbortController();
      const patience = clock.sleep(graceMs, quit.signal).catch(() => {});
      await Promise.race([ended, patience]);
      quit.abort();
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Resolves, never rejects, with how the process ended. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`could not be started (${error.message})`));
    child.once("exit", (code, signal) => resolve(signal ? `was ended by ${signal}` : `exited with ${code}`));
  });
}

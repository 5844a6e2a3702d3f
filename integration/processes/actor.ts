/** Drives `actor.mjs`: a real process that is told what to do, can be stopped and killed, and answers when it can. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TestContext } from "vitest";
import type { Deed, Deeds, Failure, FromActor } from "./deeds.ts";

const program = fileURLToPath(new URL("./actor.mjs", import.meta.url));
const loader = pathToFileURL(fileURLToPath(new URL("../../proof/patched-loader.mjs", import.meta.url))).href;

export interface Actor {
  readonly name: string;
  readonly pid: number;
  /** @throws ActorFailure if it could not do it; Error if it ended before it had answered. */
  ask<D extends Deed>(deed: D, ask: Deeds[D]["ask"]): Promise<Deeds[D]["answer"]>;
  /** SIGSTOP: it stands still, wherever it is. */
  pause(): void;
  resume(): void;
  /** SIGKILL, and gone when this resolves. */
  kill(): Promise<void>;
}

export interface ActorOptions {
  readonly name: string;
  /** Where its coordinator works. */
  readonly place: { readonly url: string; readonly environment: Readonly<Record<string, string>> };
  readonly requestTimeoutMs?: number | undefined;
  readonly expiry?: "store-clock" | "observed" | undefined;
  /** A file to which it appends what it asked and was told. */
  readonly history?: string | undefined;
  /** A rule that it runs without, from `proof/patches`. */
  readonly without?: string | undefined;
  /** Of the process itself: another clock, say. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** What the actor's own process threw. */
class ActorFailure extends Error {
  override readonly name = "ActorFailure";
  readonly failure: Failure;

  constructor(who: string, deed: string, failure: Failure) {
    super(`${who}: ${deed}: ${failure.name}: ${failure.message}`);
    this.failure = failure;
  }
}

/** It ends with the test. */
export async function startActor(
  context: Pick<TestContext, "onTestFinished">,
  options: ActorOptions,
): Promise<Actor> {
  const { name, place, without, environment = {}, requestTimeoutMs, expiry, history } = options;
  const child = fork(program, {
    execArgv: without === undefined ? [] : ["--import", loader],
    env: { ...process.env, ...environment, ...(without !== undefined && { FENCEPOST_PATCH: without }) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const actor = drive(name, child);
  context.onTestFinished(() => actor.kill());
  await actor.ask("open", {
    url: place.url,
    environment: place.environment,
    holder: name,
    ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
    ...(expiry !== undefined && { expiry }),
    ...(history !== undefined && { history }),
  });
  return actor;
}

interface Waiting {
  readonly deed: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

function drive(name: string, child: ChildProcess): Actor {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone = false;
  const ended = once(child, "exit").then(([code, signal]: (number | string | null)[]) => {
    gone = true;
    for (const { deed, reject } of waiting.values()) {
      reject(new Error(`${name} ended with ${signal ?? code} before it had answered: ${deed}`));
    }
    waiting.clear();
  });
  child.on("message", (told: FromActor) => {
    const asked = waiting.get(told.id);
    waiting.delete(told.id);
    if ("failure" in told) asked?.reject(new ActorFailure(name, asked.deed, told.failure));
    else asked?.resolve(told.answer as never);
  });
  return {
    name,
    pid: child.pid ?? 0,
    ask: <D extends Deed>(deed: D, ask: Deeds[D]["ask"]) =>
      new Promise<Deeds[D]["answer"]>((resolve, reject) => {
        if (gone) return reject(new Error(`${name} was gone before it could be asked to ${deed}`));
        lastId += 1;
        waiting.set(lastId, { deed, resolve, reject });
        child.send({ id: lastId, deed, ask }, (error) => {
          if (error) reject(error);
        });
      }),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

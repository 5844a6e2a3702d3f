/** What each of the five tests is: a play of real processes on one store, which tells what of its promise was broken. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkHistory, type History, parseHistory } from "@fencepost/testing";
import type { TestContext } from "vitest";
import type { FiveRemoval } from "../../proof/five-tests.mjs";
import { type Actor, type ActorOptions, startActor } from "../processes/actor.ts";
import type { StaleReplica } from "./stale-replica.ts";

export interface Ground {
  readonly name: string;
  /** Begins the names of the patches of its adapter. */
  readonly adapter: "s3" | "gcs" | "sqlite";
  /** A place that nobody else uses. */
  place(): ActorOptions["place"];
  /** Another store of the same kind, which loses writes. */
  losing(context: TestContext): Promise<StaleReplica>;
}

/** @returns what was broken, as sentences that are the same in each run; none: the promise was kept. */
export type Play = (trial: Trial) => Promise<readonly string[]>;

/** Stays the same on slow machines: nobody asserts how long a take-over took. */
export const ttlMs = 3_000;
/** Of whoever comes next and is not to run out, however busy the machine is. */
export const longTtlMs = 60_000;
export const waitMs = 60_000;
export const lease = "leader";
export const leaseRecord = `_fencepost/leases/${lease}.json`;

/** One play: its place, its processes, and what they wrote down. */
export class Trial {
  readonly ground: Ground;
  /** Where its actors meet. */
  #place: ActorOptions["place"] | undefined;
  readonly #context: TestContext;
  readonly #removal: FiveRemoval | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), "fencepost-five-"));
  readonly #names: string[] = [];

  constructor(context: TestContext, ground: Ground, removal?: FiveRemoval) {
    this.ground = ground;
    this.#context = context;
    this.#removal = removal;
    context.onTestFinished(() => rmSync(this.#folder, { recursive: true }));
  }

  /** From now on its actors meet in a store that loses writes. */
  async losingStore(): Promise<StaleReplica> {
    const store = await this.ground.losing(this.#context);
    this.#place = store.place;
    return store;
  }

  start(name: string, options: Partial<ActorOptions> = {}): Promise<Actor> {
    this.#names.push(name);
    const { patch, of = name } = this.#removal ?? {};
    const without = name.startsWith(of) ? patch?.replace("{adapter}", this.ground.adapter) : undefined;
    const history = this.#historyOf(name);
    this.#place ??= this.ground.place();
    return startActor(this.#context, { name, place: this.#place, history, without, ...options });
  }

  /** What the history checker finds, as sentences. */
  violations(): readonly string[] {
    const texts = this.#names.map((name) => this.#historyOf(name)).filter(existsSync);
    const history: History = parseHistory(...texts.map((path) => readFileSync(path, "utf8")));
    const kinds = new Set(checkHistory(history).violations.map(({ kind }) => kind));
    return [...kinds].map((kind) => `the history checker finds: ${kind}`);
  }

  #historyOf(name: string): string {
    return join(this.#folder, `${name.replaceAll(" ", "-")}.jsonl`);
  }
}

/** The sentences of what is not so. */
export function broken(promises: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(promises).flatMap(([sentence, isSo]) => (isSo ? [sentence] : []));
}

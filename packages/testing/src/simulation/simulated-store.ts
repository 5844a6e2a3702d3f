/**
 * A bucket behind a bad network. Requests are slow, get lost before or after their effect, land long after their caller
 * gave up, or are sent twice by a proxy; several front ends tell time in whole seconds, and not the same time.
 */
import type { GetResult, PutCondition, PutResult, Random, Store, StoreTimes, Version } from "@fencepost/core";
import { memoryStore } from "@fencepost/core";
import type { ProcessClock } from "../world/process-clock.ts";
import type { Timeline } from "../world/timeline.ts";
import type { Journal } from "./journal.ts";
import { latestMs, type Plan } from "./plan.ts";

const epochMs = Date.UTC(2030, 0, 1);

export class SimulatedStore {
  readonly #timeline: Timeline;
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #journal: Journal;
  /** Decides conditions; what it says of time is not used. */
  readonly #objects: Store;
  readonly #lastModifiedMs = new Map<string, number>();

  constructor(timeline: Timeline, plan: Plan, random: Random, journal: Journal) {
    this.#timeline = timeline;
    this.#plan = plan;
    this.#random = random;
    this.#journal = journal;
    this.#objects = memoryStore({
      versions: plan.versions,
      clock: { monotonicMs: () => timeline.nowMs, wallMs: () => 0, sleep: async () => {} },
    });
  }

  /** The store as one process reaches it. */
  connect(clock: ProcessClock): Store {
    return {
      name: "simulated:",
      capabilities: { ...this.#objects.capabilities, trusted: true },
      get: (key, { signal, unlessVersion }) => this.#get(clock, key, signal, unlessVersion),
      put: (key, body, condition, { signal }) => this.#put(clock, key, body, condition, signal),
      delete: (key, version, options) => this.#objects.delete(key, version, options),
      list: (prefix, options) => this.#objects.list(prefix, options),
    };
  }

  /** Somebody removes the object, as a lifecycle rule may. */
  async remove(key: string): Promise<boolean> {
    const found = await this.#objects.get(key, {});
    if (found.kind !== "found") return false;
    await this.#objects.delete(key, found.version, {});
    return true;
  }

  #get(
    clock: ProcessClock,
    key: string,
    signal: AbortSignal | undefined,
    unlessVersion: Version | undefined,
  ): Promise<GetResult> {
    const { network } = this.#plan;
    return this.#exchange<GetResult>(
      clock,
      signal,
      (cause) => Promise.reject(cause),
      (answer) => {
        if (this.#is(network.lostRequest)) return this.#lose("lostRequests");
        if (this.#is(network.failing)) return answer(this.#lagMs(), Promise.reject(new Error("503")));
        const effectMs = this.#lagMs();
        this.#at(effectMs, async () => {
          const read = await this.#read(key, unlessVersion);
          if (this.#is(network.lostAnswer)) this.#lose("lostAnswers");
          else answer(this.#lagMs(), Promise.resolve(read));
        });
      },
    );
  }

  #put(
    clock: ProcessClock,
    key: string,
    body: Uint8Array,
    condition: PutCondition,
    signal: AbortSignal | undefined,
  ): Promise<PutResult> {
    const { network } = this.#plan;
    const unknown = (cause: unknown): PutResult => ({ kind: "unknown", cause });
    const take = (): Promise<PutResult> => this.#write(key, body, condition);
    return this.#exchange<PutResult>(
      clock,
      signal,
      async (cause) => unknown(cause),
      (answer) => {
        const soon = (result: PutResult): void => answer(this.#lagMs(), Promise.resolve(result));
        if (this.#is(network.lostRequest)) return this.#lose("lostRequests");
        if (this.#is(network.undecided)) return soon({ kind: "undecided", detail: "409" });
        if (this.#is(network.lateLanding)) {
          this.#journal.counts.lateLandings += 1;
          this.#at(this.#random.unit() * latestMs, take);
          return soon(unknown("reset"));
        }
        if (this.#is(network.failing)) {
          if (this.#is(0.5)) this.#at(this.#lagMs(), take);
          return soon(unknown("503"));
        }
        this.#at(this.#lagMs(), async () => {
          const first = await take();
          const repeated = this.#is(network.repeated);
          if (repeated) this.#repeat(take, this.#is(0.5) ? answer : undefined);
          if (this.#is(network.lostAnswer)) this.#lose("lostAnswers");
          else if (!repeated) soon(first);
          else answer(this.#lagMs() + latestMs, Promise.resolve(first));
        });
      },
    );
  }

  /** A proxy did not hear the answer, and sends it again; the caller hears that of the repeat. */
  #repeat(take: () => Promise<PutResult>, answer: Answer<PutResult> | undefined): void {
    this.#journal.counts.repeats += 1;
    this.#at(this.#random.unit() * (answer ? 500 : latestMs), async () => {
      const second = await take();
      answer?.(this.#lagMs(), Promise.resolve(second));
    });
  }

  /** One request and its answer; whoever stops waiting is told so, and the request goes on by itself. */
  #exchange<R>(
    clock: ProcessClock,
    signal: AbortSignal | undefined,
    onAbort: (cause: unknown) => Promise<R>,
    send: (answer: Answer<R>) => void,
  ): Promise<R> {
    this.#journal.counts.requests += 1;
    return new Promise<R>((resolve) => {
      const end = (result: Promise<R>): void => {
        // It may have ended before; then nobody else looks at this one.
        result.catch(() => {});
        resolve(result);
      };
      signal?.addEventListener("abort", () => end(onAbort(signal.reason)), { once: true });
      if (this.#isDown()) return;
      send((afterMs, result) => {
        result.catch(() => {});
        this.#at(afterMs, async () => clock.whenRunning(() => end(result)));
      });
    });
  }

  async #read(key: string, unlessVersion: Version | undefined): Promise<GetResult> {
    const found = await this.#objects.get(key, { unlessVersion });
    const nowMs = this.#wholeSecondMs();
    if (found.kind === "absent") return { kind: "absent", tokenSeed: nowMs };
    const times: StoreTimes = {
      nowMs,
      ageMs: nowMs - (this.#lastModifiedMs.get(key) ?? nowMs),
      resolutionMs: 1_000,
    };
    return { ...found, times: this.#is(this.#plan.network.timeless) ? undefined : times };
  }

  async #write(key: string, body: Uint8Array, condition: PutCondition): Promise<PutResult> {
    const result = await this.#objects.put(key, body, condition, {});
    if (result.kind !== "written") return result;
    this.#lastModifiedMs.set(key, this.#wholeSecondMs());
    const { token, state, note } = JSON.parse(new TextDecoder().decode(body));
    this.#journal.landed({ token, state, call: note });
    return result;
  }

  /** What a front end, any of them, takes for the time: a header has whole seconds. */
  #wholeSecondMs(): number {
    const { frontEndsMs, storeRate } = this.#plan;
    const apartMs = frontEndsMs[Math.floor(this.#random.unit() * frontEndsMs.length)] ?? 0;
    return Math.floor((epochMs + this.#timeline.nowMs * storeRate + apartMs) / 1_000) * 1_000;
  }

  #lagMs(): number {
    const lagMs = 2 + this.#random.unit() * 40;
    return this.#is(this.#plan.network.slow) ? lagMs + this.#random.unit() ** 3 * 3_000 : lagMs;
  }

  #isDown(): boolean {
    const { nowMs } = this.#timeline;
    return this.#plan.network.outages.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs);
  }

  /** By chance; never once the faults have ended. The number is drawn all the same, so that a plan can be shrunk. */
  #is(probability: number): boolean {
    const drawn = this.#random.unit();
    return drawn < probability && this.#timeline.nowMs < this.#plan.faultsEndMs;
  }

  #lose(what: "lostRequests" | "lostAnswers"): void {
    this.#journal.counts[what] += 1;
  }

  #at(afterMs: number, run: () => Promise<unknown>): void {
    this.#timeline.at(this.#timeline.nowMs + afterMs, () => void run());
  }
}

type Answer<R> = (afterMs: number, result: Promise<R>) => void;

/**
 * A bucket behind a bad network. Requests are slow, get lost before or after their effect, land long after their caller
 * gave up, or are sent twice by a proxy.
 */
import type { GetResult, PutCondition, PutResult, Random, Store, Version } from "@fencepost/core";
import type { Timeline } from "../../../world/timeline.ts";
import type { Journal } from "../journal.ts";
import { latestMs, type Plan } from "../plan/plan.ts";
import type { Play, SimulatedRemoval, SimulatedWrite } from "../program.ts";
import type { Bucket } from "./bucket.ts";
import type { Line } from "./line.ts";

type Answer<R> = (afterMs: number, result: Promise<R>) => void;

export interface NetworkParts {
  readonly timeline: Timeline;
  readonly plan: Plan;
  readonly random: Random;
  readonly journal: Journal;
  readonly bucket: Bucket;
  /** Hears of every write. It begins when all else stands, so it is asked for. */
  readonly play: () => Play;
}

export class Network {
  readonly #timeline: Timeline;
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #bucket: Bucket;
  readonly #play: () => Play;
  #lastWriter: string | undefined;

  constructor(parts: NetworkParts) {
    this.#timeline = parts.timeline;
    this.#plan = parts.plan;
    this.#random = parts.random;
    this.#journal = parts.journal;
    this.#bucket = parts.bucket;
    this.#play = parts.play;
  }

  /** Whose write the store took last. */
  get lastWriter(): string | undefined {
    return this.#lastWriter;
  }

  /** The store as one process reaches it. */
  connect(line: Line): Store {
    const { objects } = this.#bucket;
    return {
      name: "simulated:",
      capabilities: { ...objects.capabilities, trusted: this.#plan.trust === "known" },
      get: (key, { signal, unlessVersion }) => this.#get(line, key, signal, unlessVersion),
      put: (key, body, condition, { signal, metadata = {}, contentType }) => {
        const write = { who: line.who, key, body, metadata, contentType };
        return this.#change(line, () => this.#take(write, condition), signal);
      },
      delete: (key, version, { signal }) =>
        this.#change(line, () => this.#remove({ who: line.who, key }, version), signal),
      list: (prefix, options) => objects.list(prefix, options),
    };
  }

  #get(
    line: Line,
    key: string,
    signal: AbortSignal | undefined,
    unlessVersion: Version | undefined,
  ): Promise<GetResult> {
    const { network } = this.#plan;
    return this.#exchange<GetResult>(
      line,
      signal,
      (cause) => Promise.reject(cause),
      (answer) => {
        if (this.#is(network.lostRequest)) return this.#lose("lostRequests");
        if (this.#is(network.failing)) return answer(this.#lagMs(), Promise.reject(new Error("503")));
        const effectMs = this.#lagMs();
        this.#at(effectMs, async () => {
          const read = await this.#bucket.read(key, unlessVersion, this.#is(network.timeless));
          if (this.#is(network.lostAnswer)) this.#lose("lostAnswers");
          else answer(this.#lagMs(), Promise.resolve(read));
        });
      },
    );
  }

  /** @param take the store does it, if its condition holds */
  #change(line: Line, take: () => Promise<PutResult>, signal: AbortSignal | undefined): Promise<PutResult> {
    const { network } = this.#plan;
    const unknown = (cause: unknown): PutResult => ({ kind: "unknown", cause });
    return this.#exchange<PutResult>(
      line,
      signal,
      async (cause) => unknown(cause),
      (answer) => {
        const soon = (result: PutResult): void => answer(this.#lagMs(), Promise.resolve(result));
        if (this.#is(network.lostRequest)) return this.#lose("lostRequests");
        if (this.#is(network.undecided)) return soon({ kind: "undecided", detail: "409" });
        if (this.#is(network.lateLanding)) {
          this.#journal.count("lateLandings");
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
    this.#journal.count("repeats");
    this.#at(this.#random.unit() * (answer ? 500 : latestMs), async () => {
      const second = await take();
      answer?.(this.#lagMs(), Promise.resolve(second));
    });
  }

  /** One request and its answer; whoever stops waiting is told so, and the request goes on by itself. */
  #exchange<R>(
    line: Line,
    signal: AbortSignal | undefined,
    onAbort: (cause: unknown) => Promise<R>,
    send: (answer: Answer<R>) => void,
  ): Promise<R> {
    this.#journal.count("requests");
    return new Promise<R>((resolve) => {
      const end = (result: Promise<R>): void => {
        // It may have ended before; then nobody else looks at this one.
        result.catch(() => {});
        resolve(result);
      };
      signal?.addEventListener("abort", () => end(onAbort(signal.reason)), { once: true });
      if (this.#isDown() || line.faults.broken === "on-the-way-there") return;
      send((afterMs, result) => {
        result.catch(() => {});
        if (line.faults.lossy > 0 && this.#is(line.faults.lossy)) return this.#lose("lostAnswers");
        this.#at(afterMs + line.faults.lateMs, async () => {
          if (line.faults.broken !== "on-the-way-back") line.clock.whenRunning(() => end(result));
        });
      });
    });
  }

  async #take(write: SimulatedWrite, condition: PutCondition): Promise<PutResult> {
    const result = await this.#bucket.write(write, condition);
    if (result.kind !== "written") return result;
    this.#lastWriter = write.who;
    this.#journal.mix(write.body);
    this.#play().onLanded?.(write);
    return result;
  }

  async #remove(removal: SimulatedRemoval, version: Version): Promise<PutResult> {
    const result = await this.#bucket.objects.delete(removal.key, version, {});
    if (result.kind !== "written") return result;
    this.#lastWriter = removal.who;
    this.#journal.mix(new TextEncoder().encode(removal.key));
    this.#play().onRemoved?.(removal);
    return result;
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
    this.#journal.count(what);
  }

  #at(afterMs: number, run: () => Promise<unknown>): void {
    this.#timeline.at(this.#timeline.nowMs + afterMs, () => void run());
  }
}

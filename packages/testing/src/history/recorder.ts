/** Writes down what processes do, while they do it. */
import type { Clock, Lease } from "@fencepost/core";
import { machineMs } from "../processes/machine-clock.ts";
import type { HistoryLine } from "./line.ts";
import type { Answer, Call, History, OperationKind } from "./operation.ts";
import { historyOf } from "./parse-history.ts";

/** Options of {@link HistoryRecorder}. */
export interface HistoryRecorderOptions {
  /**
   * The one observer whose monotonic time all operations are given.
   * @default the machine's, which all of its processes share
   */
  readonly clock?: Pick<Clock, "monotonicMs"> | undefined;
  /**
   * Takes each line as soon as it is there, as JSON without a line break: `(line) => appendFileSync(path, line + "\n")` keeps
   * them over the end of the process, however it ends.
   * @default none
   */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** What an operation came to, where that is not known. */
export type Unknown = "unknown";

/** Records the operations of one or many processes; several recorders with one clock make one history, by their lines. */
export class HistoryRecorder {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #onLine: (line: string) => void;
  readonly #lines: HistoryLine[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(options: HistoryRecorderOptions = {}) {
    this.#clock = options.clock ?? { monotonicMs: machineMs };
    this.#onLine = options.onLine ?? (() => {});
  }

  /** The history so far. */
  get history(): History {
    return historyOf(this.#lines);
  }

  /** What one process does from now on. Its name must be its own in the whole history. */
  process(name: string): ProcessRecorder {
    return new ProcessRecorder(
      name,
      () => this.#tick(),
      (line) => {
        this.#lines.push(line);
        this.#onLine(JSON.stringify(line));
      },
    );
  }

  /** This recorder sees everything one after the other, also where the clock has not moved in between. */
  #tick(): number {
    const nowMs = this.#clock.monotonicMs();
    const leastMs = this.#lastMs + Math.max(1e-6, Math.abs(this.#lastMs) * 2 ** -51);
    this.#lastMs = Number.isFinite(leastMs) ? Math.max(nowMs, leastMs) : nowMs;
    return this.#lastMs;
  }
}

/** Records the operations of one process, of which several may run at once. */
export class ProcessRecorder {
  readonly #name: string;
  readonly #nowMs: () => number;
  readonly #write: (line: HistoryLine) => void;
  #ids = 0;

  /** Made by {@link HistoryRecorder.process}. */
  constructor(name: string, nowMs: () => number, write: (line: HistoryLine) => void) {
    this.#name = name;
    this.#nowMs = nowMs;
    this.#write = write;
  }

  /**
   * Runs it, and records the call and its answer. Answer `"unknown"`, or throw, where it may have taken effect or not.
   *
   * @throws whatever `run` throws.
   */
  async record<K extends OperationKind>(
    call: Call<K>,
    run: () => Promise<Answer<K> | Unknown>,
  ): Promise<Answer<K> | Unknown> {
    const id = this.#begin(call as Call);
    let answer: Answer<K> | Unknown = "unknown";
    try {
      answer = await run();
      return answer;
    } finally {
      this.#end(id, this.#nowMs(), answer === "unknown" ? null : answer);
    }
  }

  /**
   * Asks for a lease by `acquire`, which gives none where somebody else has it, and records the token.
   *
   * @throws whatever `acquire` throws: then nobody knows whether there was a grant.
   */
  async acquire<L extends Pick<Lease, "token"> | undefined>(
    key: string,
    acquire: () => Promise<L>,
  ): Promise<L> {
    let lease: L | undefined;
    await this.record<"acquire">({ kind: "acquire", key }, async () => {
      lease = await acquire();
      return { token: lease?.token ?? null };
    });
    return lease as L;
  }

  /**
   * Runs work under a lease, and records for how long its holder was certain: it looks at the lease just after both
   * moments. Release the lease afterwards, not in the work.
   *
   * @throws LeaseLostError if the lease is lost already; whatever the work throws.
   */
  async hold<R>(
    lease: Pick<Lease, "key" | "token" | "remainingMs" | "throwIfLost">,
    work: () => R | PromiseLike<R>,
  ): Promise<R> {
    const { key, token } = lease;
    const fromMs = this.#nowMs();
    lease.throwIfLost();
    const id = this.#begin({ kind: "hold", key, token }, fromMs);
    try {
      return await work();
    } finally {
      const untilMs = this.#nowMs();
      this.#end(id, untilMs, lease.remainingMs() > 0 ? {} : null);
    }
  }

  #begin(call: Call, atMs = this.#nowMs()): number {
    this.#ids += 1;
    this.#write({ process: this.#name, id: this.#ids, atMs, ...call });
    return this.#ids;
  }

  #end(id: number, atMs: number, answer: Answer | null): void {
    this.#write({ process: this.#name, id, atMs, answer });
  }
}

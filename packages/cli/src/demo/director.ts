/**
 * The play: who is killed, who is frozen, who may finish. Each step waits, within a limit, for what it expects to see,
 * and the play ends with a StageError at the first step that goes otherwise.
 */
import type { Crew } from "./crew/crew.ts";
import { type EventOf, type WorkerName, workerNames } from "./crew/event.ts";
import { type EventLog, StageError } from "./crew/event-log.ts";

/** Entries after which a holder has been seen to work. */
const workSeen = 7;
const limits = {
  startMs: 20_000,
  grantMs: 25_000,
  entriesMs: 10_000,
  lossMs: 10_000,
  releaseMs: 10_000,
  exitMs: 5_000,
};

/** So many processes hold the lease in the course of the play. */
export const holdersInPlay = 3;

/** What the director can do to the workers. */
export type Cast = Pick<Crew, "call" | "kill" | "stop" | "continue" | "dismiss">;

/** @throws StageError naming what did not happen; whatever made the log fail. */
export async function direct(crew: Cast, log: EventLog): Promise<void> {
  const watcher = new Watcher(log);

  await watcher.start();
  crew.call();
  const first = await watcher.grant("one of the three should get the lease", []);
  await watcher.entries(first, workSeen);
  crew.kill(first.worker);
  await watcher.exit(first.worker);

  const second = await watcher.grant(`another should take over from ${first.worker}, which is dead`, [first]);
  // An entry has just been told of, so its writer now sleeps: it is stopped between two entries, not within one.
  await watcher.entries(second, workSeen);
  crew.stop(second.worker);

  const third = await watcher.grant(`the last should take over from ${second.worker}, which is frozen`, [
    first,
    second,
  ]);
  await watcher.entries(third, workSeen);
  crew.continue(second.worker);
  await watcher.loss(second.worker);
  await watcher.lateWrite(second.worker);
  await watcher.exit(second.worker);

  await watcher.entries(third, 2 * workSeen);
  crew.dismiss(third.worker);
  await watcher.release(third.worker);
  await watcher.exit(third.worker);
}

/** Waits for what the play expects next. */
class Watcher {
  readonly #log: EventLog;

  constructor(log: EventLog) {
    this.#log = log;
  }

  async start(): Promise<void> {
    for (const worker of workerNames) {
      await this.#log.until("started", (event) => event.worker === worker, {
        expected: `${worker} should start`,
        limitMs: limits.startMs,
      });
    }
  }

  /** The next grant, to somebody new. Whether its token is larger is for the check to say. */
  grant(expected: string, before: readonly EventOf<"granted">[]): Promise<EventOf<"granted">> {
    const isNew = (worker: WorkerName): boolean => before.every((grant) => grant.worker !== worker);
    return this.#log.until("granted", ({ worker }) => isNew(worker), { expected, limitMs: limits.grantMs });
  }

  async entries({ worker }: EventOf<"granted">, count: number): Promise<void> {
    await this.#log.until("wrote", (event) => event.worker === worker && event.count >= count, {
      expected: `${worker} should write ${count} entries`,
      limitMs: limits.entriesMs,
    });
  }

  async loss(worker: WorkerName): Promise<void> {
    const expected = `${worker} should learn that it lost its lease`;
    const { reason } = await this.#log.until("lost", (event) => event.worker === worker, {
      expected,
      limitMs: limits.lossMs,
    });
    if (reason !== "frozen")
      throw new StageError(`${expected} because it was frozen; its reason is "${reason}"`);
  }

  /** What the store should have answered is for the check to say. */
  async lateWrite(worker: WorkerName): Promise<void> {
    await this.#log.until("late-write", (event) => event.worker === worker, {
      expected: `${worker} should try to write all the same`,
      limitMs: limits.lossMs,
    });
  }

  async release(worker: WorkerName): Promise<void> {
    const expected = `${worker} should release its lease`;
    const { outcome } = await this.#log.until("released", (event) => event.worker === worker, {
      expected,
      limitMs: limits.releaseMs,
    });
    if (outcome !== "released") throw new StageError(`${expected}; the release was answered "${outcome}"`);
  }

  async exit(worker: WorkerName): Promise<void> {
    await this.#log.until("exited", (event) => event.worker === worker, {
      expected: `${worker} should end`,
      limitMs: limits.exitMs,
    });
  }
}

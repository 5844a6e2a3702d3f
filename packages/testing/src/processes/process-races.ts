/**
 * Races between operating-system processes for the objects of one store, for a store that crosses processes.
 *
 * The processes are started once and stay for all rounds. Before each round all of them have said that they are ready;
 * then all get the same moment, on the clock that the machine's processes share, at which to write.
 */
import { type Clock, systemClock, systemRandom, type Version } from "@fencepost/core";
import { limited } from "../conformance/limit.ts";
import { linesOf, type Tally, tallyOf } from "../contention/increments.ts";
import { winnersOf } from "../contention/race.ts";
import { machineMs } from "./machine-clock.ts";
import type { Attempt, ObjectState } from "./orders.ts";
import { mostAtOnce } from "./overlap.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** The store that the processes race for, and how long. */
export interface ProcessRacesOptions {
  /** ES module that a process can import to open the store: `new URL("./open.js", import.meta.url)`. */
  readonly storeModule: URL | string;
  /** The function in it that opens the store, called once in each process. */
  readonly exportName: string;
  /** What that function is called with; something that JSON can carry. @default undefined */
  readonly argument?: unknown;
  /** How many processes. @default 16 */
  readonly processes?: number | undefined;
  /** How many races for a create, and how many for a replace. @default 50 */
  readonly rounds?: number | undefined;
  /** Milliseconds for everything. @default 300_000 */
  readonly limitMs?: number | undefined;
  /** Every key lies under it and a random part. @default "fencepost-races/" */
  readonly prefix?: string | undefined;
  /** Options of Node for the processes, such as `["--import", "tsx"]` for a module in TypeScript. @default none */
  readonly execArgv?: readonly string[] | undefined;
  /** Ends the races and the processes. @default none */
  readonly signal?: AbortSignal | undefined;
  /** For limits. @default the system's */
  readonly clock?: Clock | undefined;
}

/** One race. */
export interface RaceRound {
  /** The processes that won: one, in a store that decides the condition in the write. */
  readonly winners: readonly number[];
  /** The most writes that were on their way at the same moment: 1 means that the processes did not meet. */
  readonly atOnce: number;
}

/** What came of all races. */
export interface ProcessRacesReport {
  /** One winner in every round, and not one increment lost or made twice. */
  readonly ok: boolean;
  readonly pids: readonly number[];
  readonly creates: readonly RaceRound[];
  readonly replaces: readonly RaceRound[];
  /** Eight processes (or all, if fewer) that added 25 each. */
  readonly increments: Tally;
}

const incrementers = 8;
const incrementsEach = 25;
/** Time for the moment to reach every process before it comes. */
const leadMs = 10;

/**
 * Runs all races, deletes what they wrote, and ends every process that it started.
 *
 * @throws RangeError for counts that make no race; Error where a process fails or ends early; LimitError after
 *   `limitMs`; the signal's own reason. A race with other than one winner is not thrown but reported.
 */
export async function processRaces(options: ProcessRacesOptions): Promise<ProcessRacesReport> {
  const { clock = systemClock, processes = 16, rounds = 50, execArgv = [] } = options;
  checkCount("processes", processes, 2);
  checkCount("rounds", rounds, 1);
  options.signal?.throwIfAborted();
  const workers = Array.from({ length: processes }, () => startWorker(execArgv, clock));
  try {
    return await limited(clock, options.limitMs ?? 300_000, options.signal, () => raceAll(workers, options));
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
}

async function raceAll(
  workers: readonly WorkerProcess[],
  options: ProcessRacesOptions,
): Promise<ProcessRacesReport> {
  const { exportName, argument = null, rounds = 50 } = options;
  const prefix = `${options.prefix ?? "fencepost-races/"}${systemRandom.id()}/`;
  const module = String(options.storeModule);
  await Promise.all(workers.map((worker) => worker.order("open", { module, exportName, argument })));
  const creates: RaceRound[] = [];
  const replaces: RaceRound[] = [];
  const replaced = `${prefix}replaced`;
  const counter = `${prefix}counter`;
  await first(workers).order("create", { key: replaced, text: "base" });
  for (let round = 1; round <= rounds; round += 1) {
    const created = `${prefix}created ${round}`;
    creates.push(await raceOnce(workers, created, null, round));
    await first(workers).order("remove", { key: created });
    const { version } = await stateOf(workers, replaced);
    replaces.push(await raceOnce(workers, replaced, version, round));
  }
  const increments = await addTogether(workers.slice(0, incrementers), counter);
  for (const key of [replaced, counter]) await first(workers).order("remove", { key });
  const oneWinner = [...creates, ...replaces].every(({ winners }) => winners.length === 1);
  const exact = increments.counted === increments.expected && increments.distinct === increments.expected;
  return { ok: oneWinner && exact, pids: workers.map(({ pid }) => pid), creates, replaces, increments };
}

/** All write at the same moment, each a body of its own, to create the object or to replace that version of it. */
async function raceOnce(
  workers: readonly WorkerProcess[],
  key: string,
  replaces: Version | null,
  round: number,
): Promise<RaceRound> {
  const textOf = ({ pid }: WorkerProcess): string => `process ${pid}, round ${round}`;
  await Promise.all(workers.map((worker) => worker.order("ready", { key, text: textOf(worker), replaces })));
  const atMs = machineMs() + leadMs;
  const attempts = await Promise.all(workers.map((worker) => worker.order("go", { atMs })));
  const told = workers.map((worker, index) => ({
    text: textOf(worker),
    verdict: (attempts[index] as Attempt).verdict,
  }));
  const winning = winnersOf(told, (await stateOf(workers, key)).text);
  const winners = workers.filter((worker) => winning.includes(textOf(worker))).map(({ pid }) => pid);
  return { winners, atOnce: mostAtOnce(attempts) };
}

async function addTogether(workers: readonly WorkerProcess[], key: string): Promise<Tally> {
  await first(workers).order("create", { key, text: "\n" });
  const lines = workers.map((_, worker) => linesOf(worker, incrementsEach));
  const attemptsMax = 2 * workers.length * incrementsEach;
  const atMs = machineMs() + leadMs;
  await Promise.all(
    workers.map((worker, index) =>
      worker.order("add", { key, lines: lines[index] as readonly string[], attemptsMax, atMs }),
    ),
  );
  return tallyOf((await stateOf(workers, key)).text, lines.flat());
}

async function stateOf(workers: readonly WorkerProcess[], key: string): Promise<ObjectState> {
  const state = await first(workers).order("read", { key });
  if (!state) throw new Error(`nothing stands at ${key}, although it was written and nobody deleted it`);
  return state;
}

/** The one that also prepares and looks, so that the parent need not open the store. */
function first(workers: readonly WorkerProcess[]): WorkerProcess {
  return workers[0] as WorkerProcess;
}

function checkCount(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`${name} is ${value}; it must be a whole number of at least ${least}`);
}

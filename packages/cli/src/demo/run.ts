/** Sets the stage, has the play directed, judges what is left, and cleans up, whatever happens. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createCoordinator, printable } from "@fencepost/core";
import { exitCodeOf } from "../exit-codes.ts";
import { openStore } from "../open-store.ts";
import { Interrupted } from "../signals.ts";
import { UsageError } from "../usage-error.ts";
import { Crew } from "./crew/crew.ts";
import { EventLog, StageError } from "./crew/event-log.ts";
import { pageAt } from "./crew/page.ts";
import { direct, holdersInPlay } from "./director.ts";
import { check } from "./ledger/check.ts";
import { readLedger } from "./ledger/ledger.ts";
import { Show } from "./screen/show.ts";

export interface DemoOptions {
  /** URL of the store that the lease lives in. @default a new SQLite file, removed at the end */
  readonly store?: string | undefined;
  /** Path at which the ledger is written and kept. @default a file that is removed at the end */
  readonly ledger?: string | undefined;
}

/** The least that a lease may have. Further away than a file, a few round trips must fit into it. */
const ttlMs = { file: 3_000, remote: 5_000 };

/**
 * Three processes, one lease, one ledger; on standard output. Takes some 15 s, and each step has a limit.
 *
 * @returns 0 if everything happened as it should and the check of the ledger found nothing; 1 if not; 128 + n if
 *   signal n ended it; what the command line exits with for it if a worker could not use the store.
 * @throws UsageError for a store that several processes cannot share, or a ledger that exists; what the store answers
 *   a first read with.
 */
export async function runDemo(options: DemoOptions = {}): Promise<number> {
  const key = `demo/${randomBytes(4).toString("hex")}`;
  await checkOptions(options, key);
  const folder = mkdtempSync(join(tmpdir(), "fencepost-demo-"));
  const store = options.store ?? `sqlite:${join(folder, "lease.db")}`;
  const ledger = options.ledger === undefined ? join(folder, "ledger.jsonl") : resolve(options.ledger);
  const play = {
    key,
    ttlMs: store.startsWith("sqlite:") ? ttlMs.file : ttlMs.remote,
    store: options.store === undefined ? "a new SQLite file, removed at the end" : printable(options.store),
    storeStays: options.store !== undefined,
    ledger: options.ledger,
  };
  const show = new Show(process.stdout, play);
  const log = new EventLog((event) => show.event(event));
  const crew = new Crew(log);
  const stopListening = endOnSignals(log, crew);
  try {
    show.open();
    crew.start({ store, key, ttlMs: play.ttlMs, ledger });
    await direct(crew, log);
    const entries = readLedger(ledger);
    const losses = log.events.filter((event) => event.type === "lost");
    const lateWrites = log.events.filter((event) => event.type === "late-write");
    const pageToken = await tokenOfPage(store, key);
    const findings = check({ entries, losses, lateWrites, pageToken, holders: holdersInPlay });
    show.close(findings, entries);
    return findings.every(({ violations }) => violations.length === 0) ? 0 : 1;
  } catch (error) {
    if (error instanceof Interrupted) return exitCodeOf(error);
    if (!(error instanceof StageError)) throw error;
    show.failure(error.message);
    return error.exitCode;
  } finally {
    show.end();
    await crew.end();
    stopListening();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tells at once, and in one sentence, what three processes would tell one after the other. */
async function checkOptions({ store, ledger }: DemoOptions, key: string): Promise<void> {
  if (process.platform === "win32") {
    throw new UsageError(
      "the demo freezes a process with SIGSTOP, which Windows does not have: run it under WSL",
    );
  }
  if (ledger !== undefined && existsSync(ledger)) {
    throw new UsageError(`the ledger ${JSON.stringify(ledger)} exists already; name a new file`);
  }
  if (store === undefined) return;
  const opened = await openStore(store);
  try {
    await createCoordinator(opened).inspect(key);
  } finally {
    opened.close?.();
  }
}

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The first signal ends the play in good order, and that takes no time. A second one changes nothing: npm hands on what
 * the terminal has sent already (https://github.com/pnpm/pnpm/issues/7374 tells how that comes about).
 */
function endOnSignals(log: EventLog, crew: Crew): () => void {
  const onSignal = (signal: NodeJS.Signals): void => log.fail(new Interrupted(signal));
  const onExit = (): void => crew.killAll();
  // Nobody watches any more.
  const onOutputError = (): void => log.fail(new Interrupted("SIGPIPE"));
  for (const signal of endingSignals) process.on(signal, onSignal);
  process.once("exit", onExit);
  process.stdout.on("error", onOutputError);
  return () => {
    for (const signal of endingSignals) process.off(signal, onSignal);
    process.off("exit", onExit);
    process.stdout.off("error", onOutputError);
  };
}

async function tokenOfPage(store: string, key: string): Promise<number | undefined> {
  const { token } = await pageAt(createCoordinator(await openStore(store)), key).read();
  return token;
}

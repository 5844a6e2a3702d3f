/** `fencepost run`: a command under a lease. */
import { hostname } from "node:os";
import { createCoordinator, isCoordinationError, type Lease } from "@fencepost/core";
import { chooseStore, openChosenStore, remarkOn } from "../chosen-store.ts";
import { exitCodeOf, exitCodeOfSignal } from "../exit-codes.ts";
import { leaseTimes } from "../lease-times.ts";
import { say, sayError } from "../output.ts";
import { Signals } from "../signals.ts";
import { asUsage } from "../usage-error.ts";
import { runHeld } from "./held-command.ts";
import { leaseReporter } from "./lease-reporter.ts";
import { lossWords } from "./loss-words.ts";
import { Trust } from "./trust.ts";

/** As they were parsed; durations are milliseconds. */
export interface RunOptions {
  readonly store?: string | undefined;
  readonly ttl?: number | undefined;
  /** `false`: do not wait. */
  readonly wait?: number | false | undefined;
  readonly holder?: string | undefined;
  readonly workTimeout?: number | undefined;
  readonly killAfter?: number | undefined;
  readonly verbose?: boolean | undefined;
}

/**
 * @returns the command's exit code; that of a lost lease beats it
 * @throws UsageError, Interrupted, and whatever kept it from getting the lease.
 */
export async function run(key: string, command: readonly string[], options: RunOptions): Promise<number> {
  const { ttlMs, killAfterMs, abortMs } = leaseTimes({ ttlMs: options.ttl, killAfterMs: options.killAfter });
  const chosen = chooseStore(options.store);
  const audience = { verbose: options.verbose ?? false, looks: process.stderr.isTTY === true };
  const remark = remarkOn(chosen);
  // Not to a log: who reads the mail of a nightly job has seen it when trying the job out.
  if (remark !== undefined && (audience.looks || audience.verbose)) say(remark);
  const signals = new Signals((signal) => process.exit(exitCodeOfSignal(signal)));
  const store = await openChosenStore(chosen);
  const trust = new Trust();
  const report = leaseReporter({ waits: Boolean(options.wait), ...audience });
  const coordinator = createCoordinator(store, {
    holder: options.holder ?? `${hostname()} pid ${process.pid}`,
    onEvent(event) {
      if (event.type === "lease.renewed") trust.extend(event.remainingMs);
      report(event);
    },
  });
  const waitMs = options.wait || 0;
  const term = { ttlMs, abortMs, workTimeoutMs: options.workTimeout };
  const lease = await asUsage(coordinator.acquire(key, { ...term, waitMs, signal: signals.asked }));
  trust.extend(lease.remainingMs());
  const work = (): Promise<number> => runHeld(lease, { command, killAfterMs, signals, trust });
  return await underLease(lease, work, options.workTimeout);
}

/** A lost lease is told together with what the command did: its outcome is unknown, but not what could be seen of it. */
async function underLease(
  lease: Lease,
  work: () => Promise<number>,
  workTimeoutMs: number | undefined,
): Promise<number> {
  let ended = false;
  try {
    return await lease.run(async () => {
      const code = await work();
      ended = lease.signal.aborted;
      return code;
    });
  } catch (error) {
    if (!isCoordinationError(error, "lease-lost")) throw error;
    const { work } = error;
    const remark = work.state === "returned" ? `the command ended with exit code ${work.value}` : undefined;
    sayError(error, { words: lossWords(error, { workTimeoutMs, ended }), remark });
    return exitCodeOf(error);
  }
}

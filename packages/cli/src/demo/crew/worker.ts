/**
 * One of the three: waits for the lease, writes to the ledger while it holds it, and stops when it is told to or when
 * the lease is lost. An own process, started by the crew; what it does with a lease is what any program would do.
 */
import { once } from "node:events";
import { createCoordinator, isCoordinationError, type Lease, systemClock } from "@fencepost/core";
import { exitCodeOf } from "../../exit-codes.ts";
import { openStore } from "../../open-store.ts";
import { appendEntry, type EntryKind } from "../ledger/ledger.ts";
import { machineMs } from "../ledger/machine-time.ts";
import type { Brief, Order, Report } from "./event.ts";
import { Page, type PageText } from "./page.ts";

const paceMs = 200;
/** Nobody waits or works longer than this, whatever becomes of the director. */
const patienceMs = 60_000;

const brief = JSON.parse(process.argv[2] ?? "") as Brief;
const orders: Readonly<Record<Order, AbortController>> = {
  ask: new AbortController(),
  finish: new AbortController(),
};

type Told<R> = R extends unknown ? Omit<R, "atMs"> : never;

function report(told: Told<Report>): Promise<void> {
  return new Promise((resolve) => {
    process.send?.({ atMs: machineMs(), ...told }, () => resolve());
  });
}

async function campaign(): Promise<void> {
  const store = await openStore(brief.store);
  const coordinator = createCoordinator(store, {
    holder: `worker ${brief.worker}`,
    onEvent(event) {
      if (event.type === "lease.released")
        void report({ type: "released", token: event.token, outcome: event.outcome });
    },
  });
  void report({ type: "started", pid: process.pid });
  if (!orders.ask.signal.aborted) await once(orders.ask.signal, "abort");
  const options = { ttlMs: brief.ttlMs, waitMs: patienceMs, workTimeoutMs: patienceMs };
  await coordinator.withLease(brief.key, options, async (lease) => {
    void report({ type: "granted", token: lease.token });
    await work(lease, await Page.claim(store, coordinator, brief.key, lease));
  });
}

async function work(lease: Lease, page: Page): Promise<void> {
  const { token, signal } = lease;
  signal.addEventListener("abort", () => {
    if (isCoordinationError(signal.reason, "lease-lost"))
      void report({ type: "lost", token, reason: signal.reason.reason });
  });
  let count = 0;
  const text = (): PageText => ({ writer: brief.worker, entries: count + 1 });
  const write = async (kind: EntryKind): Promise<void> => {
    await page.write(text());
    lease.throwIfLost();
    const atMs = machineMs();
    const trustedUntilMs = atMs + lease.remainingMs();
    appendEntry(brief.ledger, { kind, worker: brief.worker, pid: process.pid, token, atMs, trustedUntilMs });
    count += 1;
    void report({ type: "wrote", token, count });
  };
  try {
    await write("begin");
    while (!orders.finish.signal.aborted) {
      await systemClock.sleep(paceMs, signal);
      await write(orders.finish.signal.aborted ? "end" : "work");
    }
  } catch (error) {
    if (isCoordinationError(error, "lease-lost"))
      void report({ type: "late-write", token, answer: await page.writeAnyway(text()) });
    throw error;
  }
}

process.on("message", (word) => {
  orders[word as Order].abort();
});
// Whoever directed this is gone.
process.on("disconnect", () => process.exit());
// A terminal's Ctrl-C reaches everybody in front of it; the director ends its workers itself.
process.on("SIGINT", () => {});

try {
  await campaign();
} catch (error) {
  // A loss has been reported already, by the lease's signal.
  if (!isCoordinationError(error, "lease-lost")) {
    await report({
      type: "failed",
      message: error instanceof Error ? error.message : String(error),
      exitCode: exitCodeOf(error),
    });
  }
}
process.disconnect();

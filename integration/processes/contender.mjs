// One process that wants one lease: `node contender.mjs URL KEY TTL_MS WAIT_MS`. It prints what happens as lines of
// JSON, each with the machine's monotonic time, which all processes share, and its own wall clock. With the lease it
// waits for a line on standard input (or its end) and then releases.
import { createInterface } from "node:readline/promises";
import { createCoordinator } from "@fencepost/core";
import { openStore } from "../stores/open.mjs";

const [url = "", key = "", ttlMs, waitMs] = process.argv.slice(2);

/** @param {Record<string, unknown>} line */
const tell = (line) => {
  const monotonicMs = Number(process.hrtime.bigint() / 1_000_000n);
  process.stdout.write(`${JSON.stringify({ ...line, monotonicMs, wallMs: Date.now() })}\n`);
};

const coordinator = createCoordinator(await openStore(url), {
  holder: `process ${process.pid}`,
  onEvent: (event) => tell("error" in event ? { ...event, error: String(event.error) } : event),
});
try {
  const lease = await coordinator.acquire(key, { ttlMs: Number(ttlMs), waitMs: Number(waitMs) });
  const input = createInterface({ input: process.stdin });
  await Promise.race([
    input[Symbol.asyncIterator]().next(),
    new Promise((resolve) => lease.signal.addEventListener("abort", resolve)),
  ]);
  input.close();
  await lease.release();
} catch (error) {
  const { name, message, code } = /** @type {Error & { code?: string }} */ (error);
  tell({ type: "failed", name, message, code });
  process.exitCode = 1;
}

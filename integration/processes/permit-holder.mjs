// One process that takes one or two of three permits, again and again, until it is ended or FOR_MS have passed:
// `node permit-holder.mjs URL KEY FILE FOR_MS`. Each moment at which it was sure of having them is a line of FILE, with the
// machine's monotonic time, which all processes share. Who judges them knows nothing of Fencepost.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoordinator, isCoordinationError } from "@fencepost/core";
import { openStore } from "../stores/open.mjs";

const [url = "", key = "", file = "", forMs] = process.argv.slice(2);
const ttlMs = 3_000;

const machineMs = () => Number(process.hrtime.bigint()) / 1e6;
const endMs = machineMs() + Number(forMs);
const semaphore = createCoordinator(await openStore(url)).semaphore(key, { permits: 3 });

for (let count = 1; machineMs() < endMs; count++) {
  const weight = Math.random() < 0.25 ? 2 : 1;
  try {
    const permit = await semaphore.acquire({ ttlMs, weight, waitMs: 5_000 });
    const untilMs = machineMs() + 20 + Math.random() * 180;
    for (;;) {
      // First the time and then the look: if the window is open now, it was then.
      const atMs = machineMs();
      if (permit.remainingMs() <= 0 || atMs > untilMs) break;
      const kind = String(weight);
      appendFileSync(file, `${JSON.stringify({ stay: `${process.pid}.${count}`, kind, atMs })}\n`);
      await sleep(5);
    }
    await permit.release();
  } catch (error) {
    const passing = /** @type {const} */ (["contended", "unavailable", "unknown-outcome"]);
    if (!passing.some((code) => isCoordinationError(error, code))) throw error;
  }
  await sleep(Math.random() * 40);
}

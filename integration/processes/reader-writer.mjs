// One process that reads and writes under one lock, by turns and by chance, until it is ended or FOR_MS have passed:
// `node reader-writer.mjs URL KEY FILE FOR_MS`. Each moment at which it was sure of being inside is a line of FILE, with the
// machine's monotonic time, which all processes share. Who judges them knows nothing of Fencepost.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoordinator, isCoordinationError } from "@fencepost/core";
import { openStore } from "../stores/open.mjs";

const [url = "", key = "", file = "", forMs] = process.argv.slice(2);
const ttlMs = 3_000;

const machineMs = () => Number(process.hrtime.bigint()) / 1e6;
const endMs = machineMs() + Number(forMs);
const lock = createCoordinator(await openStore(url)).readWriteLock(key, { readers: 6 });

for (let count = 1; machineMs() < endMs; count++) {
  const kind = Math.random() < 0.25 ? "write" : "read";
  try {
    const permit = await lock[kind].acquire({ ttlMs, waitMs: 5_000 });
    const untilMs = machineMs() + 20 + Math.random() * 180;
    for (;;) {
      // First the time and then the look: if the window is open now, it was then.
      const atMs = machineMs();
      if (permit.remainingMs() <= 0 || atMs > untilMs) break;
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

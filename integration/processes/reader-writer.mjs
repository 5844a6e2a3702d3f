// One process that reads and writes under one lock, by turns and by chance, until it is ended or FOR_MS have passed:
// `node reader-writer.mjs URL KEY FILE FOR_MS`.
import { createCoordinator } from "@fencepost/core";
import { openStore } from "../stores/open.mjs";
import { machineMs, stayInside } from "./staying.mjs";

const [url = "", key = "", file = "", forMs] = process.argv.slice(2);
const ttlMs = 3_000;

const endMs = machineMs() + Number(forMs);
const lock = createCoordinator(await openStore(url)).readWriteLock(key, { readers: 6 });

for (let count = 1; machineMs() < endMs; count++) {
  const kind = Math.random() < 0.25 ? "write" : "read";
  const who = { stay: `${process.pid}.${count}`, kind };
  await stayInside(() => lock[kind].acquire({ ttlMs, waitMs: 5_000 }), who, file);
}

// One process that takes one or two of three permits, again and again, until it is ended or FOR_MS have passed:
// `node permit-holder.mjs URL KEY FILE FOR_MS`.
import { createCoordinator } from "@fencepost/core";
import { openStore } from "../stores/open.mjs";
import { machineMs, stayInside } from "./staying.mjs";

const [url = "", key = "", file = "", forMs] = process.argv.slice(2);
const ttlMs = 3_000;

const endMs = machineMs() + Number(forMs);
const semaphore = createCoordinator(await openStore(url)).semaphore(key, { permits: 3 });

for (let count = 1; machineMs() < endMs; count++) {
  const weight = Math.random() < 0.25 ? 2 : 1;
  const who = { stay: `${process.pid}.${count}`, kind: String(weight) };
  await stayInside(() => semaphore.acquire({ ttlMs, weight, waitMs: 5_000 }), who, file);
}

// One process that wants a lease: `node recorded-lease.mjs URL KEY NAME HISTORY COUNT TTL_MS HOLD_MS`. It takes the lease at KEY,
// COUNT times, works under it in short steps for HOLD_MS, lets it go, and appends what it asked and knew to the file
// HISTORY. It says `ready`, and begins when it gets a line.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoordinator, isCoordinationError } from "@fencepost/core";
import { HistoryRecorder } from "@fencepost/testing";
import { openStore } from "../stores/open.mjs";

const [url = "", key = "", name = "", path = "", count = "0", ttlMs = "3000", holdMs = "0"] =
  process.argv.slice(2);
const stepMs = 50;

const coordinator = createCoordinator(await openStore(url), { holder: name });
const recorder = new HistoryRecorder({ onLine: (line) => appendFileSync(path, `${line}\n`) });
const record = recorder.process(name);

async function holdOnce() {
  const lease = await record.acquire(key, () =>
    coordinator.acquire(key, { ttlMs: Number(ttlMs), waitMs: 60_000 }),
  );
  try {
    for (let workedMs = 0; workedMs <= Number(holdMs); workedMs += stepMs) {
      await record.hold(lease, () => sleep(stepMs));
    }
  } catch (error) {
    if (!isCoordinationError(error, "lease-lost")) throw error;
  }
  await lease.release();
}

const input = createInterface({ input: process.stdin });
process.stdout.write("ready\n");
await input[Symbol.asyncIterator]().next();
input.close();
for (let grant = 0; grant < Number(count); grant++) await holdOnce();

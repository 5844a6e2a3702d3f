// One process that counts: `node recorded-counter.mjs URL KEY NAME HISTORY COUNT`. It adds one to the number at KEY, COUNT times,
// by a read and a conditional write, and appends what it asked and was told to the file HISTORY. It says `ready`, and
// begins when it gets a line.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { HistoryRecorder } from "@fencepost/testing";
import { openStore } from "../stores/open.mjs";

const [url = "", key = "", name = "", path = "", count = "0"] = process.argv.slice(2);
/** Of which all but a few are refused: others were faster. */
const attemptsMax = 1_000;

const store = await openStore(url);
const recorder = new HistoryRecorder({ onLine: (line) => appendFileSync(path, `${line}\n`) });
const record = recorder.process(name);
const { signal } = new AbortController();

/** @returns {Promise<boolean>} whether one was added */
async function addOne() {
  /** @type {import("@fencepost/core").PutCondition} */
  let condition = "absent";
  const seen = await record.record({ kind: "read", key }, async () => {
    const found = await store.get(key, { signal });
    if (found.kind !== "found") return { value: null };
    condition = { matches: found.version };
    return { value: Number(new TextDecoder().decode(found.body)) };
  });
  if (seen === "unknown") return false;
  // Time for another to come between.
  await sleep(1);
  const value = Number(seen.value) + 1;
  const body = new TextEncoder().encode(String(value));
  const written = await record.record({ kind: "cas", key, expected: seen.value, value }, async () => {
    const { kind } = await store.put(key, body, condition, { signal });
    return kind === "written" || kind === "refused" ? { applied: kind === "written" } : "unknown";
  });
  return written !== "unknown" && written.applied;
}

const input = createInterface({ input: process.stdin });
process.stdout.write("ready\n");
await input[Symbol.asyncIterator]().next();
input.close();
let added = 0;
for (let attempt = 0; added < Number(count) && attempt < attemptsMax; attempt++)
  added += Number(await addOne());

/** One simulated process: takes the lease again and again, and writes the documents that it guards. */
import { isCoordinationError, type Lease, type LeaseOptions } from "@fencepost/core";
import type { Participant } from "../../engine/program.ts";
import { claim } from "./claim.ts";
import type { Handle } from "./handle.ts";
import { type Guard, leaseKey, type Notes } from "./notes.ts";
import { freeAtOnce } from "./operators.ts";
import { intrude } from "./outsiders.ts";

const longestWaitMs = 8_000;
/** Between two steps under a lease. */
const longestPauseMs = 300;

export async function guard(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, name } = self;
  const me: Guard = { ...notes, self, tokenAbove: undefined };
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    if (random.unit() < 0.3) await intrude(me, `${name}.${count}`);
    const lease = await ask(me);
    if (lease) await hold(me, `${name}.${count}`, lease);
  }
}

async function ask(me: Guard): Promise<Lease | undefined> {
  const { self, journal } = me;
  const { coordinator, clock, random, habits, name } = self;
  const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
  const options: LeaseOptions = { ttlMs, tokenAbove: me.tokenAbove };
  try {
    if (random.unit() >= habits.waiting) return await coordinator.tryAcquire(leaseKey, options);
    return await coordinator.acquire(leaseKey, { ...options, waitMs: random.unit() * longestWaitMs });
  } catch (error) {
    journal.say(name, `acquire: ${isCoordinationError(error) ? error.code : String(error)}`);
    // What is said of leases is the lease's own program's business.
    if (!isCoordinationError(error)) journal.violate(name, `acquire failed with ${String(error)}`);
    // Some have no patience, and free it before its holder has learnt of it.
    if (isCoordinationError(error, "contended") && random.unit() < 0.3) {
      await clock.sleep(random.unit() * 100);
      await freeAtOnce(self, journal).catch(() => {});
    }
    return undefined;
  }
}

async function hold(me: Guard, name: string, lease: Lease): Promise<void> {
  const { self, journal } = me;
  const { clock, random, habits } = self;
  journal.count("grants");
  journal.say(self.name, `granted token ${lease.token} (${name})`);
  const untilMs = clock.monotonicMs() + random.unit() * habits.holdMs;
  const handles: Handle[] = [];
  for (const [at, document] of me.documents.entries()) {
    if (at > 0 && random.unit() < 0.5) continue;
    await clock.sleep(random.unit() * 100);
    // Now and then two of its parts write the same document.
    for (let part = random.unit() < 0.3 ? 2 : 1; part > 0; part--) {
      const handle = await claim(me, `${name}${document.key}${part}`, document, lease);
      if (handle) handles.push(handle);
    }
  }
  // Even who has lost the lease tries a few more times.
  for (let late = 0; late < 3 && handles.length > 0; late += lease.signal.aborted ? 1 : 0) {
    if (clock.monotonicMs() >= untilMs || self.isOver()) break;
    await clock.sleep(random.unit() * Math.min(habits.stepMs, longestPauseMs));
    await (handles[Math.floor(random.unit() * handles.length)] as Handle).step();
  }
  await lease.release();
  if (random.unit() < 0.2) await handles[0]?.step();
}

/**
 * A ledger outside of the bucket, guarded by a lease, as a program for the simulation: each process takes the lease, reads
 * the ledger, thinks, and writes back one more. Whatever happens to the processes, no entry may be lost.
 */
import type { Program } from "@fencepost/testing";

/** @param fenced whether the ledger refuses a token that is older than the newest it has seen */
export function ledgerProgram(fenced: boolean): Program {
  return {
    name: "ledger",
    replay: (seed) => `node ledger.js --seed ${seed}`,
    begin({ journal }) {
      const ledger = { entries: 0, token: 0 };
      return {
        async process({ name, coordinator, clock, random, isOver }) {
          while (!isOver()) {
            await clock.sleep(random.unit() * 1_000);
            const options = { ttlMs: 3_000, waitMs: 10_000 };
            const lease = await coordinator.acquire("ledger", options).catch(() => undefined);
            if (!lease) continue;
            // From here on the ledger knows of this holder, and of no older one.
            ledger.token = Math.max(ledger.token, lease.token);
            const seen = ledger.entries;
            // Here it may be stopped for longer than its lease lasts.
            await clock.sleep(random.unit() * 2_000);
            if (!fenced || lease.token >= ledger.token) {
              if (ledger.entries !== seen) journal.violate(name, `entry ${seen + 1} was written over`);
              journal.count("entries");
              journal.say(name, `writes entry ${seen + 1} with token ${lease.token}`);
              ledger.entries = seen + 1;
            }
            await lease.release();
          }
        },
      };
    },
  };
}

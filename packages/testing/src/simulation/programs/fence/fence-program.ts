/** Fenced documents under simulation: holders of one lease, late ones among them, and what must hold meanwhile. */
import { type FencingToken, isCoordinationError } from "@fencepost/core";
import type { Counts } from "../../engine/journal.ts";
import type { Participant, Program, Run, SimulatedWrite } from "../../engine/program.ts";
import { SettledWrites } from "../settled-writes.ts";
import { requestTimeoutMs } from "../timed-call.ts";
import { DocumentBook } from "./document-book.ts";
import { guard } from "./guard.ts";
import { markedWrite } from "./marked-write.ts";
import { leaseKey, type Notes } from "./notes.ts";
import { freeAtOnce, removeDocument, removeLease, resetLease } from "./operators.ts";

const leaseRecordKey = `_fencepost/leases/${leaseKey}.json`;
/** Longer than a ttl, the margins, and a few polls. */
const lastWaitMs = 12_000;
const triesMost = 4;

/** So often at least in a thousand seeds, or the runs prove little. */
export const leastInThousand: Counts = {
  claims: 8_000,
  acknowledged: 20_000,
  settled: 4_000,
  conflicts: 2_000,
  tombstones: 2_000,
  unknownOutcomes: 400,
  fencedWrites: 120,
  fencedClaims: 8,
  plainRefused: 2_500,
  strangersRefused: 1_000,
  forced: 500,
  resets: 300,
  lineageResets: 100,
  removals: 120,
  lostAnswers: 3_000,
  lateLandings: 800,
  longPauses: 350,
  crashes: 150,
};

export const fenceProgram: Program = {
  name: "fence",
  replay: (seed) => `npm run sim -- --program fence --seed ${seed}`,
  requestTimeoutMs,
  begin(run) {
    const { journal, plan } = run;
    const documents = ["a", "b"].map((key) => new DocumentBook(key, journal));
    const writes = new SettledWrites(journal, () => documents.some(({ removals }) => removals > 0));
    const records: SimulatedWrite[] = [];
    const bookOf = (key: string): DocumentBook | undefined => documents.find((each) => each.key === key);
    const resets = (): number => journal.countOf("resets");
    const notes: Notes = { journal, documents, uniqueVersions: plan.versions === "unique", resets };
    return {
      process: (participant) => guard(participant, notes),
      onLanded(write) {
        const state = bookOf(write.key) && markedWrite(write);
        if (state?.id !== undefined) writes.landed(write.who, state.id);
        if (state) bookOf(write.key)?.landed(write.who, state);
        if (write.key === leaseRecordKey) records.push(write);
      },
      onRemoved: ({ who, key }) => journal.violate(who, `${key} was removed, and its fence with it`),
      onEvent(who, event) {
        if (event.type !== "write.settled" || !bookOf(event.key)) return;
        writes.settled(who, event.writeId, event.outcome);
      },
      disturbances: [
        () => freeByForce(run),
        () => removeDocument(run, documents),
        () => resetLease(run, records),
        () => removeLease(run, leaseRecordKey),
      ],
      recover: (last) => goOn(last, documents),
    };
  },
};

function freeByForce({ join, journal }: Run): void {
  freeAtOnce(join("operator"), journal).catch((error: unknown) => journal.say("operator", String(error)));
}

/** Whatever has happened to the lease's record, the next holder gets in: with a token above what documents have seen. */
async function goOn({ coordinator }: Participant, documents: readonly DocumentBook[]): Promise<void> {
  let tokenAbove: FencingToken | undefined;
  for (let tries = 1; ; tries++) {
    const lease = await coordinator.acquire(leaseKey, { ttlMs: 3_000, waitMs: lastWaitMs, tokenAbove });
    try {
      for (const { key } of documents) {
        const fenced = await coordinator.document(key).fence(lease);
        await fenced.update(() => ({ call: `last.${key}` }));
      }
      return;
    } catch (error) {
      if (!isCoordinationError(error, "lease-lost") || error.newerToken === undefined || tries >= triesMost)
        throw error;
      tokenAbove = error.newerToken;
    } finally {
      await lease.release();
    }
  }
}

/** Those who have no business there: readers and writers without the lease, and holders of another. */
import { isCoordinationError } from "@fencepost/core";
import { checked } from "../timed-call.ts";
import type { DocumentBook } from "./document-book.ts";
import { type Guard, opened } from "./notes.ts";

const otherLeaseKey = "y";

export async function intrude(me: Guard, call: string): Promise<void> {
  const { random } = me.self;
  const document = me.documents[Math.floor(random.unit() * me.documents.length)] as DocumentBook;
  const drawn = random.unit();
  if (drawn < 0.5) await look(me, call, document);
  else if (drawn < 0.85) await writePlainly(me, call, document);
  else await claimWithOther(me, call, document);
}

/** A fenced document is readable for everybody. */
async function look({ self, journal }: Guard, call: string, document: DocumentBook): Promise<void> {
  const least = document.shownLeast;
  await checked({ self, journal, call, passing: ["unavailable"] }, async (options) => {
    const { value, token } = await opened(self, document).read(options);
    document.shown(self.name, value?.call ?? null, least);
    if (token !== undefined && !document.hasSeen(token)) {
      journal.violate(self.name, `${call}: token ${token} was read, which never stood there`);
    }
  });
}

async function writePlainly({ self, journal }: Guard, call: string, document: DocumentBook): Promise<void> {
  const passing = ["fenced", "conflict", "unavailable", "unknown-outcome"] as const;
  const error = await checked({ self, journal, call, passing }, async (options) => {
    await opened(self, document).update((current) => ({ call, onto: [current?.call ?? null] }), options);
    document.acknowledged(self.name, call);
  });
  if (!isCoordinationError(error, "fenced")) return;
  journal.count("plainRefused");
  document.wroteNothing(self.name, call);
  if (!document.hasSeen(error.newerToken)) journal.violate(self.name, `${call}: nobody had fenced it`);
}

async function claimWithOther({ self, journal }: Guard, call: string, document: DocumentBook): Promise<void> {
  if (!document.isFenced) return;
  const passing = ["misconfigured", "lease-lost", "unavailable"] as const;
  document.strangers += 1;
  const lease = await self.coordinator.tryAcquire(otherLeaseKey, { ttlMs: 3_000 }).catch(() => undefined);
  const error = await checked({ self, journal, call, passing }, async ({ signal }) => {
    if (!lease) return;
    await opened(self, document).fence(lease, { signal });
    journal.violate(self.name, `${call}: claimed under another lease`);
  });
  document.strangers -= 1;
  await lease?.release();
  if (isCoordinationError(error, "misconfigured")) journal.count("strangersRefused");
}

/** A simulated holder claims a document, and whether what it is told of that is true. */
import { isCoordinationError, type Lease, type LeaseLostError } from "@fencepost/core";
import { checked } from "../timed-call.ts";
import type { DocumentBook } from "./document-book.ts";
import { Handle } from "./handle.ts";
import { type Guard, opened } from "./notes.ts";

/** Resolves to `undefined` if it was not to be had. */
export async function claim(
  me: Guard,
  name: string,
  document: DocumentBook,
  lease: Lease,
): Promise<Handle | undefined> {
  const { self, journal } = me;
  const since = document.length;
  let handle: Handle | undefined;
  const passing = [
    "fenced",
    "lease-lost",
    "conflict",
    "unavailable",
    "unknown-outcome",
    "unsupported-store",
  ] as const;
  const error = await checked({ self, journal, call: name, passing }, async ({ signal }) => {
    const wrongMark = !me.uniqueVersions && self.random.unit() < 0.05;
    const mark = wrongMark || (me.uniqueVersions && document.key === "b") ? "metadata" : "body";
    const fenced = await opened(self, document).fence(lease, { signal, mark });
    if (wrongMark)
      journal.violate(self.name, `${name}: a mark in metadata was let pass where versions are hashes`);
    if (!document.hasSeen(lease.token)) {
      journal.violate(self.name, `${name}: claimed with token ${lease.token}, which never stood there`);
    }
    journal.count("claims");
    handle = new Handle({ name, self, journal, document, lease, fenced, since });
  });
  judgeClaim(me, name, document, lease, error);
  return handle;
}

function judgeClaim(me: Guard, name: string, document: DocumentBook, lease: Lease, error: unknown): void {
  const { self, journal } = me;
  const violate = (what: string): void => journal.violate(self.name, `${name}: ${what}`);
  if (isCoordinationError(error, "fenced")) {
    journal.count("fencedClaims");
    if (!document.hasSeen(error.newerToken) || (error.newerToken ?? 0) <= lease.token) {
      violate(`fenced off by token ${error.newerToken}, which had not stood there or is not newer`);
    }
  }
  if (isCoordinationError(error, "unsupported-store") && me.uniqueVersions && document.removals === 0) {
    violate("the store was said to be unsupported, and nothing had been removed");
  }
  if (!isCoordinationError(error, "lease-lost")) return;
  const { reason, newerToken } = error as LeaseLostError;
  if (reason !== "rolled-back" || newerToken === undefined) {
    if (lease.remainingMs() > 0) violate("the lease was said to be lost, and it is not");
    return;
  }
  journal.count("lineageResets");
  if (me.resets() === 0 || !document.hasSeen(newerToken))
    violate("rolled back, it was said, and nothing was");
  me.tokenAbove = newerToken;
}

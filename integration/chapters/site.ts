/** What a chapter works with: one running server, a bucket on it, and the witness. */
import type { RealServer } from "../servers/server.ts";
import { type Witness, witnessOf } from "../servers/witness.ts";
import { type ServerStore, storeOn } from "../stores/server-store.ts";

export interface Site {
  readonly server: RealServer;
  readonly bucket: string;
  readonly witness: Witness;
  /** A place that nobody else uses. */
  place(): ServerStore;
}

export async function siteOn(server: RealServer): Promise<Site> {
  const witness = witnessOf(server);
  // A named endpoint may have seen earlier runs.
  const bucket = `fencepost-test-${Date.now().toString(36)}-${process.pid}`;
  await witness.makeBucket(bucket);
  return { server, bucket, witness, place: () => storeOn(server, bucket) };
}

/** What a chapter works with: one running server, a bucket on it, and the witness. */
import type { TestContext } from "vitest";
import type { RealServer, ServerLife } from "../servers/server.ts";
import { startServer } from "../servers/start.ts";
import { type Witness, witnessOf } from "../servers/witness.ts";
import { type ServerStore, storeOn } from "../stores/server-store.ts";

export interface Site {
  readonly server: RealServer;
  readonly bucket: string;
  readonly witness: Witness;
  /** A place that nobody else uses. */
  place(): ServerStore;
}

/** A server of the same kind that the test may do anything to, as the others go on with theirs. It ends with the test. */
export async function siteOfItsOwn(
  { server }: Site,
  context: TestContext,
): Promise<Site & { life: ServerLife }> {
  context.skip(server.life === undefined, "a named endpoint is not ours to pause or to kill");
  const own = await startServer(server.kind);
  context.onTestFinished(() => own.stop());
  return { ...(await siteOn(own)), life: own.life as ServerLife };
}

export async function siteOn(server: RealServer): Promise<Site> {
  const witness = witnessOf(server);
  // A named endpoint may have seen earlier runs.
  const bucket = `fencepost-test-${Date.now().toString(36)}-${process.pid}`;
  await witness.makeBucket(bucket);
  return { server, bucket, witness, place: () => storeOn(server, bucket) };
}

/** A strict Google Cloud Storage on loopback, for adapters and for the plain library of Google. */
import {
  type ObjectServer,
  type ObjectServerOptions,
  startObjectServer,
} from "../object-server/object-server.ts";
import type { Protocol } from "../object-server/protocol.ts";
import type { GcsAsked } from "./asked.ts";
import { decide, fail } from "./decide.ts";
import type { GcsObject } from "./gcs-object.ts";
import { parse } from "./parse.ts";
import { factsOf, type GcsProfile } from "./profile.ts";
import { gcsProfiles } from "./profiles.ts";

/** Options of {@link startGcsServer}. */
export interface GcsServerOptions extends ObjectServerOptions {
  /** How it behaves. @default `gcsProfiles.gcs`, as Google documents it: one write a second to one name, too */
  readonly profile?: GcsProfile | undefined;
}

/**
 * Listens on a free port of 127.0.0.1 and speaks as much of Google's API as a lease needs: uploads (simple, multipart,
 * and resumable in one piece), reads of bytes and of metadata, patches, deletes and lists, each with its conditions, and
 * reads through the XML API. What it has not is answered 501. Credentials are taken as they come.
 *
 * @example
 * await using server = await startGcsServer();
 * const storage = new Storage({ apiEndpoint: server.url, projectId: "test" });
 */
export function startGcsServer({
  profile = gcsProfiles.gcs,
  ...options
}: GcsServerOptions = {}): Promise<ObjectServer> {
  return startObjectServer(gcsProtocol(profile), options);
}

function gcsProtocol(profile: GcsProfile): Protocol<GcsAsked, GcsObject> {
  const facts = factsOf(profile);
  return { parse, decide: (asked, situation) => decide(asked, situation, facts), fail };
}

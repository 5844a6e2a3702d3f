/** A strict Google Cloud Storage on loopback, for adapters and for the plain library of Google. */
import { refuseUnknown } from "../known-options.ts";
import {
  type ObjectServer,
  type ObjectServerOptions,
  objectServerOptions,
  startObjectServer,
} from "../object-server/object-server.ts";
import { factsOf, profileOf } from "../object-server/profile.ts";
import type { Protocol } from "../object-server/protocol.ts";
import type { GcsAsked } from "./asked.ts";
import { decide, fail } from "./decide.ts";
import type { GcsObject } from "./gcs-object.ts";
import { parse } from "./parse.ts";
import type { GcsFacts, GcsProfile } from "./profile.ts";
import { type GcsProvider, gcsProfiles } from "./profiles.ts";

/** Options of {@link startGcsServer}. */
export interface GcsServerOptions extends ObjectServerOptions {
  /**
   * Whose answers it gives: a provider's, or those of a profile of your own.
   *
   * @default "gcs", as Google documents it: one change a second of one object, too
   */
  readonly profile?: GcsProvider | GcsProfile | undefined;
}

/** A running server: point a client at `url`, make it fail, look at `log`, and close it. */
export type GcsServer = ObjectServer<GcsFacts>;

/**
 * Listens on a free port of 127.0.0.1 and speaks as much of Google's API as a lease needs: uploads (simple, multipart,
 * and resumable in one piece), reads of bytes and of metadata, patches, deletes and lists, each with its conditions, and
 * reads through the XML API. What it has not is answered 501. Credentials are taken as they come.
 *
 * @throws TypeError for a profile or an option that there is not.
 * @example
 * await using server = await startGcsServer();
 * const storage = new Storage({ apiEndpoint: server.url, projectId: "test" });
 */
export async function startGcsServer(options: GcsServerOptions = {}): Promise<GcsServer> {
  refuseUnknown("startGcsServer", options, { profile: true, ...objectServerOptions });
  const { profile: named = "gcs", ...rest } = options;
  const profile = profileOf(gcsProfiles, named);
  return startObjectServer(gcsProtocol(profile), profile, rest);
}

function gcsProtocol(profile: GcsProfile): Protocol<GcsAsked, GcsObject> {
  const facts = factsOf(profile);
  return { parse, decide: (asked, situation) => decide(asked, situation, facts), fail };
}

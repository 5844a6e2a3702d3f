/** A server on loopback that speaks S3 as a provider does, with its peculiarities and with faults. */
import { refuseUnknown } from "../known-options.ts";
import {
  type ObjectServer,
  type ObjectServerOptions,
  objectServerOptions,
  startObjectServer,
} from "../object-server/object-server.ts";
import { factsOf, profileOf } from "../object-server/profile.ts";
import { type S3Provider, s3Profiles } from "./profiles/profiles.ts";
import type { S3Facts, S3Profile } from "./s3-profile.ts";
import { s3Protocol } from "./s3-protocol.ts";
import type { S3Credentials } from "./s3-signature.ts";

/** Options of {@link startS3Server}. */
export interface S3ServerOptions extends ObjectServerOptions {
  /** Whose answers it gives: a provider's, or those of a profile of your own. @default "aws" */
  readonly profile?: S3Provider | S3Profile | undefined;
  /** Who may ask, in a signature of version 4. @default anybody: signatures are not looked at */
  readonly credentials?: S3Credentials | undefined;
  /** What a signature must name, where it is looked at. @default "us-east-1" */
  readonly region?: string | undefined;
  /** A host below it names the bucket: with `localhost`, `bucket.localhost`. @default "localhost" */
  readonly domain?: string | undefined;
}

/** A running server: point a client at `url`, make it fail, look at `log`, and close it. */
export type S3Server = ObjectServer<S3Facts>;

/**
 * Listens on a free port of 127.0.0.1. It knows PutObject, GetObject, HeadObject, DeleteObject, ListObjectsV2, and so
 * much of buckets as clients ask for by themselves; whatever else is asked is answered 501 `NotImplemented`.
 *
 * @throws TypeError for a profile or an option that there is not.
 * @example
 * await using server = await startS3Server({ profile: "aws" });
 * const credentials = { accessKeyId: "any", secretAccessKey: "any" };
 * const client = new S3Client({ endpoint: server.url, region: "us-east-1", credentials });
 */
export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  refuseUnknown("startS3Server", options, {
    profile: true,
    credentials: true,
    region: true,
    domain: true,
    ...objectServerOptions,
  });
  const {
    profile: named = "aws",
    credentials,
    region = "us-east-1",
    domain = "localhost",
    ...rest
  } = options;
  const profile = profileOf(s3Profiles, named);
  const protocol = s3Protocol({ facts: factsOf(profile), credentials, region, domain });
  return startObjectServer(protocol, profile, rest);
}

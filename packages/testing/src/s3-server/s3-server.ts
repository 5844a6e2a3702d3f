/** A server on loopback that speaks S3 as a provider does, with its peculiarities and with faults. */
import {
  type ObjectServer,
  type ObjectServerOptions,
  startObjectServer,
} from "../object-server/object-server.ts";
import { type S3Provider, s3Profiles } from "./profiles/profiles.ts";
import { factsOf, type S3Profile } from "./s3-profile.ts";
import { s3Protocol } from "./s3-protocol.ts";
import type { S3Credentials } from "./s3-signature.ts";

/** Options of `startS3Server`. */
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
export interface S3Server extends ObjectServer {
  readonly profile: S3Profile;
}

/**
 * Listens on a free port of 127.0.0.1. It knows PutObject, GetObject, HeadObject, DeleteObject, ListObjectsV2, and so
 * much of buckets as clients ask for by themselves; whatever else is asked is answered 501 `NotImplemented`.
 */
export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const {
    profile: named = "aws",
    credentials,
    region = "us-east-1",
    domain = "localhost",
    ...rest
  } = options;
  const profile = typeof named === "string" ? s3Profiles[named] : named;
  const server = await startObjectServer(
    s3Protocol({ facts: factsOf(profile), credentials, region, domain }),
    rest,
  );
  return Object.defineProperties({ profile } as S3Server, Object.getOwnPropertyDescriptors(server));
}

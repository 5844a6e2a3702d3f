/** What every request of a store needs, and the forms that S3 wants names and versions in. */
import { printable, type Version } from "@fencepost/core";
import type { OwnClient } from "./s3-client.ts";
import type { Request } from "./s3-errors.ts";
import type { CheckedLocation } from "./s3-location.ts";
import type { Operation } from "./s3-quirk.ts";
import type { ParametersFor } from "./s3-request-parameters.ts";

/** Where requests go, by which client, and what is added to them. */
export interface Target extends OwnClient {
  readonly location: CheckedLocation;
  readonly parametersFor: ParametersFor;
}

/** The object of a key. */
export function nameOf({ location }: Target, key: string): { readonly Bucket: string; readonly Key: string } {
  return { Bucket: location.bucket, Key: location.prefix + key };
}

/** A request as messages name it. */
export function requestOf({ location }: Target, operation: Operation, key: string): Request {
  return { operation, key, store: location.name };
}

/** A version as a condition: as it was received, unless the store reads no quotes. */
export function conditionOf({ traits }: Target, version: Version): string {
  return traits.unquotedETags ? version.replace(/^"(.*)"$/, "$1") : version;
}

/**
 * An ETag as a version, exactly as it was received. `undefined` if there is none, or a weak one (RFC 9110, section
 * 8.8.1), which names no particular bytes and fits no condition of a write: proxies that compress make those.
 */
export function versionOf(etag: string | undefined): Version | undefined {
  return etag === undefined || etag === "" || etag.startsWith("W/") ? undefined : (etag as Version);
}

/** What to say where {@link versionOf} gives none. */
export function noVersion({ location }: Target, key: string, etag: string | undefined): string {
  const found = etag ? `with the weak ETag ${printable(etag)}` : "without an ETag";
  return (
    `${location.name} answered ${found} for ${printable(JSON.stringify(key))}, so nothing can be conditioned on it; ` +
    "go to the store itself, past any proxy that compresses or caches"
  );
}

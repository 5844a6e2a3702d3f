/** The port on S3, put together: one request a call, made by the SDK with its retries off. */
import type { Store } from "@fencepost/core";
import { ownClient, type S3ClientLike } from "./s3-client.ts";
import { checkedLocation, type S3Location } from "./s3-location.ts";
import { get, list } from "./s3-read.ts";
import { requestParameters, type S3RequestParameters } from "./s3-request-parameters.ts";
import type { Target } from "./s3-target.ts";
import { put, remove } from "./s3-write.ts";

/** Options of {@link s3Store}. */
export interface S3StoreOptions {
  /**
   * Lends credentials, region, endpoint, request handler with its sockets, and the middleware that was added to it,
   * but for what replaces a middleware of the SDK by name. Its retries are not used: a conditional write that is
   * repeated meets its own success. It is left as it was, and has to be destroyed by its owner.
   *
   * @default a client with the SDK's usual chain of credentials, which writes no notices to the console
   */
  readonly client?: S3ClientLike | undefined;
  /**
   * Further parameters by the SDK's names, such as `ExpectedBucketOwner`, `RequestPayer` or `SSECustomerKey`, added
   * to every request that knows them. @default none
   */
  readonly requestParameters?: S3RequestParameters | undefined;
}

/**
 * A store in a bucket of Amazon S3, or of a store that speaks its protocol.
 *
 * Versions are ETags as they were received; equal bytes may be one version. Nothing is sent before the first call,
 * and each call sends one request, a list one for each page.
 *
 * @param location `s3://bucket/prefix?region=&endpoint=&pathStyle=&unquotedETags=`, or the same as an object
 * @throws TypeError naming a location, an option or a request parameter that is wrong; UnsupportedStoreError for a
 *   store that is known not to honour conditions, such as the S3-style endpoint of Google Cloud Storage.
 */
export function s3Store(location: string | S3Location, options: S3StoreOptions = {}): Store {
  const { client, requestParameters: parameters, ...unknown } = options;
  for (const option of Object.keys(unknown)) {
    throw new TypeError(`s3Store has no option ${option}; it has client and requestParameters`);
  }
  const checked = checkedLocation(location);
  const parametersFor = requestParameters(parameters);
  const target: Target = { location: checked, parametersFor, ...ownClient(checked, client) };
  const { conditionalDelete, minWriteIntervalMs, trusted } = target.traits;
  return {
    name: placeName(target),
    capabilities: { uniqueVersions: false, clock: true, minWriteIntervalMs, conditionalDelete, trusted },
    get: (key, call) => get(target, key, call),
    put: (key, body, condition, call) => put(target, key, body, condition, call),
    delete: (key, version, call) => remove(target, key, version, call),
    list: (prefix, call) => list(target, prefix, call),
  };
}

/** The bucket, and where it is: what was proved of one endpoint says nothing of another with a bucket of that name. */
function placeName({ location, endpoint, traits }: Target): string {
  const quotes = traits.unquotedETags ? ", ETags unquoted" : "";
  if (traits.trusted) return location.name;
  return `${location.name} at ${endpoint === "unknown" ? "its client's endpoint" : endpoint}${quotes}`;
}

/** The public names, one by one. */
export type { S3ClientLike } from "./s3-client.ts";
export type { S3Location } from "./s3-location.ts";
export type { S3RequestParameters } from "./s3-request-parameters.ts";
export { type S3StoreOptions, s3Store } from "./s3-store.ts";

/** The public names, one by one. */
export type { S3ClientLike } from "./s3-client.ts";
export type { S3Location } from "./s3-location.ts";
export type { Ending, Operation, Outcome, Quirk } from "./s3-quirk.ts";
export { s3Quirks } from "./s3-quirks.ts";
export type { S3RequestParameters } from "./s3-request-parameters.ts";
export { type S3StoreOptions, s3Store } from "./s3-store.ts";
export { type ClockQuirk, clockQuirks } from "./s3-times.ts";

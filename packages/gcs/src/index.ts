/** The public names, one by one. */
export type { GcsLocation } from "./gcs-location.ts";
export type { GcsStoreOptions, StorageLike } from "./gcs-options.ts";
export { gcsStore } from "./gcs-store.ts";

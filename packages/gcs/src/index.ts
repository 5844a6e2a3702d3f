/** The public names, one by one. */
export type { GcsLocation } from "./gcs-location.ts";
export type { GcsStoreOptions, StorageLike } from "./gcs-options.ts";
export type { Operation, Outcome, Quirk } from "./gcs-quirk.ts";
export { gcsQuirks } from "./gcs-quirks.ts";
export { gcsStore } from "./gcs-store.ts";
export { type ClockQuirk, clockQuirks } from "./gcs-times.ts";

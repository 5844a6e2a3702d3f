/** The public names, one by one. */
export type { SqliteLocation } from "./location.ts";
export type { MachineClock } from "./machine-clock.ts";
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "./sqlite-store.ts";

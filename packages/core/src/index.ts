/** The public names, one by one. */
export { type Clock, type SleepOptions, systemClock } from "./base/clock.ts";
export {
  BadRecordError,
  ConflictError,
  ContendedError,
  CoordinationError,
  type ErrorCode,
  FencedError,
  isCoordinationError,
  LeaseLostError,
  type LossReason,
  MisconfiguredError,
  UnavailableError,
  UnknownOutcomeError,
  UnsupportedStoreError,
  type WorkState,
} from "./base/errors.ts";
export type { CoordinationEvent, ReleaseOutcome } from "./base/events.ts";
export { printable } from "./base/keys.ts";
export { type Random, systemRandom } from "./base/random.ts";
export type { FencingToken } from "./base/token.ts";
export { type MemoryStoreOptions, memoryStore } from "./store/memory-store.ts";
export type {
  CallOptions,
  GetResult,
  PutCondition,
  PutResult,
  Store,
  StoreCapabilities,
  StoreTimes,
  Version,
} from "./store/store.ts";

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
  NotDoneError,
  UnavailableError,
  UnknownOutcomeError,
  UnsupportedStoreError,
  type WorkState,
} from "./base/errors.ts";
export type { CoordinationEvent, ReleaseOutcome } from "./base/events.ts";
export { printable } from "./base/keys.ts";
export { type Random, systemRandom } from "./base/random.ts";
export type { FencingToken } from "./base/token.ts";
export { type Coordinator, type CoordinatorOptions, createCoordinator } from "./coordinator.ts";
export type { ForceOptions } from "./lease/force-release.ts";
export type { LeaseStatus } from "./lease/inspect.ts";
export type { Held, Lease } from "./lease/lease.ts";
export type { FixedTerm, LeaseOptions, RenewedTerm, WaitOptions } from "./lease/options.ts";
export type { Permit, Permits } from "./lease/permit.ts";
export type { Work } from "./lease/run.ts";
export type { Unguarded } from "./lease/unguarded.ts";
export type { Document, DocumentOptions, FenceOptions } from "./primitives/document/document.ts";
export type { FencedDocument } from "./primitives/document/fenced.ts";
export type { Change, Snapshot, Updated } from "./primitives/document/snapshot.ts";
export type { CampaignOptions } from "./primitives/election/campaign.ts";
export type { Election } from "./primitives/election/election.ts";
export type { ElectionHealth } from "./primitives/election/health.ts";
export type { Leadership } from "./primitives/election/leadership.ts";
export type { Leader } from "./primitives/election/observe.ts";
export type { WhenAbandoned } from "./primitives/once/attempt.ts";
export type { Claims, ClaimsOptions, PurgeOptions, PurgeReport } from "./primitives/once/claims.ts";
export type { OnceStatus } from "./primitives/once/inspect.ts";
export type { Once, OnceOptions } from "./primitives/once/once.ts";
export type { Finding } from "./primitives/once/resolve.ts";
export type { Outcome } from "./primitives/once/run.ts";
export type { ReadWriteLock, ReadWriteLockOptions } from "./primitives/read-write/read-write-lock.ts";
export type { WritePermit } from "./primitives/read-write/write-permit.ts";
export type { PermitHolder } from "./primitives/semaphore/holders.ts";
export type { PermitOptions } from "./primitives/semaphore/seat.ts";
export type { Semaphore, SemaphoreOptions } from "./primitives/semaphore/semaphore.ts";
export type { Leases } from "./primitives/several/leases.ts";
export { bytesCodec, type Codec, type CodecOptions, textCodec } from "./record/codec.ts";
export type { WatchOptions } from "./record/pollers.ts";
export type { Schema, SchemaResult, StandardSchemaV1, ValueOptions } from "./record/schema.ts";
export { type MemoryStoreOptions, memoryStore } from "./store/memory-store.ts";
export { type ProbeReport, probe } from "./store/probe.ts";
export type { ProbeOptions } from "./store/probed-store.ts";
export type {
  CallOptions,
  GetResult,
  PutCondition,
  PutOptions,
  PutResult,
  Store,
  StoreCapabilities,
  StoreTimes,
  Version,
} from "./store/store.ts";

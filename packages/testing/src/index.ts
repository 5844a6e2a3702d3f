/** The public names, one by one. */
export { ConformanceError } from "./conformance/expect.ts";
export { LimitError } from "./conformance/limit.ts";
export {
  type CaseReport,
  type ConformanceReport,
  type RunOptions,
  runConformance,
} from "./conformance/report.ts";
export {
  type ConformanceCase,
  type ConformanceOptions,
  type Skipped,
  storeConformance,
} from "./conformance/suite.ts";
export { type FakeLease, type FakeLeaseOptions, fakeLease } from "./fake-lease/fake-lease.ts";
export {
  type FaultProxy,
  type FaultProxyOptions,
  type ProxiedRequest,
  startFaultProxy,
} from "./fault-proxy/fault-proxy.ts";
export type {
  AgeAction,
  AnswerAction,
  CutAction,
  DateAction,
  DelayAction,
  DenyAction,
  DropAction,
  FaultAction,
  FaultMoment,
  IgnoreConditionAction,
  LandLateAction,
  NoLastModifiedAction,
  ProxyAction,
  RefuseConnectionsAction,
  RollBackAction,
  ServerAction,
  StaleReadAction,
} from "./faults/fault-action.ts";
export type { Heal } from "./faults/fault-deck.ts";
export type { FaultRule } from "./faults/fault-rule.ts";
export { Hold, type Landing, type Wait } from "./faults/hold.ts";
export type { WireRequest } from "./forwarding/wire-log.ts";
export { type GcsServer, type GcsServerOptions, startGcsServer } from "./gcs-server/gcs-server.ts";
export type { GcsFacts, GcsProfile } from "./gcs-server/profile.ts";
export { type GcsProvider, gcsProfiles } from "./gcs-server/profiles.ts";
export { type CheckHistoryOptions, checkHistory, type HistoryReport } from "./history/check-history.ts";
export type { HistoryLine, InvokeLine, LinePlace, ReturnLine } from "./history/line.ts";
export type {
  Answer,
  Call,
  History,
  Operation,
  OperationKind,
  OperationKinds,
  RegisterValue,
} from "./history/operation.ts";
export { parseHistory } from "./history/parse-history.ts";
export { renderHistory } from "./history/picture/render-history.ts";
export {
  HistoryRecorder,
  type HistoryRecorderOptions,
  type ProcessRecorder,
  type Unknown,
} from "./history/recorder.ts";
export type { Violation, ViolationKind } from "./history/violation.ts";
export { type CostClass, type PriceList, priceOf, type RequestCounts } from "./object-server/cost.ts";
export type { Known } from "./object-server/known.ts";
export type { ObjectServer, ObjectServerOptions } from "./object-server/object-server.ts";
export { type Profile, profileLike } from "./object-server/profile.ts";
export type { Asked } from "./object-server/protocol.ts";
export type { LoggedRequest, RequestLog } from "./object-server/request-log.ts";
export {
  type ProcessRacesOptions,
  type ProcessRacesReport,
  processRaces,
  type RaceRound,
} from "./processes/process-races.ts";
export { raceFigures } from "./processes/race-figures.ts";
export { type S3Provider, s3Profiles } from "./s3-server/profiles/profiles.ts";
export type { S3Facts, S3Profile } from "./s3-server/s3-profile.ts";
export { type S3Server, type S3ServerOptions, startS3Server } from "./s3-server/s3-server.ts";
export type { S3Credentials } from "./s3-server/s3-signature.ts";
export type { RecordedRequest } from "./scripted-server/recorded-request.ts";
export type {
  Script,
  ScriptedAnswer,
  ScriptedCut,
  ScriptedHang,
  ScriptedStep,
} from "./scripted-server/script.ts";
export { type ScriptedServer, startScriptedServer } from "./scripted-server/scripted-server.ts";
export type { Counts, Journal, JournalLine } from "./simulation/engine/journal.ts";
export type { Flaw, Trust } from "./simulation/engine/plan/flaw.ts";
export type { Habits } from "./simulation/engine/plan/habits.ts";
export { type NetworkPlan, type Plan, type ProcessPlan, planOf } from "./simulation/engine/plan/plan.ts";
export type {
  Participant,
  Play,
  Program,
  Run,
  SimulatedRemoval,
  SimulatedWrite,
} from "./simulation/engine/program.ts";
export { describeRun } from "./simulation/engine/report/describe-run.ts";
export { explainFailure } from "./simulation/engine/report/explain-failure.ts";
export { type ShrunkReport, shrink } from "./simulation/engine/report/shrink.ts";
export { tooTame } from "./simulation/engine/report/tameness.ts";
export { type SimulationOptions, type SimulationReport, simulate } from "./simulation/engine/simulate.ts";
export { type SeedsReport, seedsFrom, simulateSeeds } from "./simulation/engine/simulate-seeds.ts";
export { startWireCounter, type WireCounter } from "./wire-counter/wire-counter.ts";
export { type ClockFaults, ProcessClock } from "./world/process-clock.ts";
export type { WorldFault } from "./world/reached-store.ts";
export { seededRandom } from "./world/seeded-random.ts";
export {
  createWorld,
  type SimulatedProcess,
  type World,
  type WorldOptions,
} from "./world/world.ts";

/** What the exit code says: where there is one, the code of sysexits.h with that meaning. */
import { constants } from "node:os";
import { type ErrorCode, isCoordinationError } from "@fencepost/core";
import { Interrupted } from "./signals.ts";
import { UsageError } from "./usage-error.ts";

/** For `--help`, in its order. */
export const exitCodeMeanings: readonly (readonly [code: string, meaning: string])[] = [
  ["N", "what the command exited with"],
  ["128+N", "the command, or fencepost itself, was ended by signal N"],
  ["126", "the command cannot be executed"],
  ["127", "the command was not found"],
  ["64", "wrong usage"],
  ["65", "the record in the store is not ours, or of a newer format"],
  ["69", "the store is unavailable"],
  ["70", "an error in fencepost itself"],
  ["74", "it is unknown whether the lease was taken"],
  ["75", "the lease is held by another"],
  ["76", "the lease was lost while the command ran, whatever the command said"],
  ["77", "no permission: the store refused the credentials"],
  ["78", "the store, or its configuration, cannot be used"],
];

const usage = 64;
const internal = 70;
const noPermission = 77;

const codes: Readonly<Record<ErrorCode, number>> = {
  "bad-record": 65,
  unavailable: 69,
  "unknown-outcome": 74,
  contended: 75,
  conflict: 75,
  "lease-lost": 76,
  fenced: 76,
  "unsupported-store": 78,
  misconfigured: 78,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return usage;
  if (error instanceof Interrupted) return exitCodeOfSignal(error.signal);
  if (!isCoordinationError(error)) return internal;
  if (error.code === "misconfigured" && error.denied) return noPermission;
  return codes[error.code];
}

/** As shells tell it. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** A lease that was lost while a command ran, in words for the person at the shell: core's own speak to a programmer. */
import { type LeaseLostError, type LossReason, printable } from "@fencepost/core";
import { showDuration } from "../duration.ts";

const because: Readonly<Record<Exclude<LossReason, "timeout">, string>> = {
  expired: "it could not be renewed in time, and others may take it now",
  superseded: "another holder has it",
  deleted: "its record was deleted from the store",
  released: "somebody released it by force",
  frozen: "fencepost, or its clock, stood still for too long, and others may have taken it meanwhile",
  "handed-over": "it was handed over to another process",
  "rolled-back": "the store went back to an older state; a store that loses writes cannot host a lease",
};

export interface LostRun {
  readonly workTimeoutMs: number | undefined;
  /** The command was ended because of the loss; or else it had ended by itself when the loss was found. */
  readonly ended: boolean;
}

/** One sentence: why, what became of the command, what to do. */
export function lossWords(error: LeaseLostError, { workTimeoutMs, ended }: LostRun): string {
  const { key = "", reason, successor, work } = error;
  const end = work.state === "running" ? "could not be ended" : `was ended (${signalFor(reason)})`;
  const look = "see what it did before you run it again";
  if (reason === "timeout") {
    const limit = workTimeoutMs === undefined ? "" : ` ${showDuration(workTimeoutMs)}`;
    return `the command ran longer than --work-timeout${limit} and ${end}; ${look}`;
  }
  const by = successor ? ` (${printable(successor.holder)}, token ${successor.token})` : "";
  const command =
    work.state === "running" || ended ? `the command ${end}` : "the command had ended by itself";
  return `the lease "${printable(key)}" was lost: ${because[reason]}${by}; ${command}; ${look}`;
}

/** After a standstill there is no time to ask: `graceMs` of a held command. */
function signalFor(reason: LossReason): NodeJS.Signals {
  return reason === "frozen" ? "SIGKILL" : "SIGTERM";
}

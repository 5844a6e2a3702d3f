/** A command that runs while a lease is held, and is dead before anybody else may take over. */
import { type Lease, type LeaseLostError, printable } from "@fencepost/core";
import { holdLifeline } from "../child/lifeline.ts";
import { type CommandEnd, ProcessGroup } from "../child/process-group.ts";
import { exitCodeOfSignal } from "../exit-codes.ts";
import { say } from "../output.ts";
import type { Signals } from "../signals.ts";
import { signalsOf } from "./held-signals.ts";
import type { Trust } from "./trust.ts";

export interface HeldCommand {
  readonly command: readonly string[];
  readonly killAfterMs: number;
  readonly signals: Signals;
  readonly trust: Trust;
}

/** Runs it to its end, and that of all that it started in its process group. @returns the command's exit code */
export async function runHeld(lease: Lease, held: HeldCommand): Promise<number> {
  const { command, killAfterMs, signals } = held;
  // A signal may have come between the grant and now.
  signals.asked.throwIfAborted();
  const group = ProcessGroup.start(command, {
    ...process.env,
    FENCEPOST_KEY: lease.key,
    FENCEPOST_TOKEN: String(lease.token),
    FENCEPOST_HOLDER: lease.holder,
  });
  const letGo = group.id === undefined ? () => {} : holdLifeline(group.id);
  signals.passTo(signalsOf(group, lease));

  let stopping: Promise<void> | undefined;
  const onLoss = (): void => {
    stopping ??= group.stop(graceMs(lease.signal.reason, held));
  };
  lease.signal.addEventListener("abort", onLoss, { once: true });
  if (lease.signal.aborted) onLoss();

  const end = await group.ended;
  // What it has started may still be writing the last of its output.
  if (!stopping && !(await group.emptied(killAfterMs))) {
    say(
      "the command ended and left processes in its process group; they are stopped before the lease is released",
    );
    stopping ??= group.stop(killAfterMs);
  }
  await stopping;
  lease.signal.removeEventListener("abort", onLoss);
  signals.passTo(undefined);
  letGo();
  return exitCodeOfCommand(end, command);
}

/**
 * What the command gets to stop. The time was planned from the end of the window, so a loss that is noticed late
 * leaves less; after a standstill somebody else may be at work already.
 */
function graceMs(loss: LeaseLostError, { killAfterMs, trust }: HeldCommand): number {
  if (loss.reason === "frozen") return 0;
  if (loss.reason !== "expired") return killAfterMs;
  return killAfterMs - trust.overdueMs();
}

/** The command's own, or what shells answer for it. */
function exitCodeOfCommand(end: CommandEnd, [program = ""]: readonly string[]): number {
  if (end.kind === "exited") return end.code;
  if (end.kind === "signalled") return exitCodeOfSignal(end.signal);
  if (end.error.code === "ENOENT") {
    say(`the command "${printable(program)}" was not found`);
    return 127;
  }
  say(`the command "${printable(program)}" cannot be executed: ${printable(end.error.message)}`);
  return 126;
}

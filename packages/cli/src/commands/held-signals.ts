/** What signals do while a command runs under a lease. */
import { type Lease, printable } from "@fencepost/core";
import type { ProcessGroup } from "../child/process-group.ts";
import { exitCodeOfSignal } from "../exit-codes.ts";
import { say } from "../output.ts";
import type { Recipient } from "../signals.ts";

export function signalsOf(
  group: Pick<ProcessGroup, "signal">,
  lease: Pick<Lease, "key" | "throwIfLost">,
): Recipient {
  return {
    pass: (signal) => group.signal(signal),
    // SIGTSTP would not do: the system withholds it from a session that no shell looks after.
    suspend: () => group.signal("SIGSTOP"),
    resume() {
      try {
        // A timer would tell, too, but not before the command goes on, nor in time if the machine was asleep.
        lease.throwIfLost();
      } catch {
        // The lease's signal has aborted just now, and with it the command has been ended.
        return;
      }
      group.signal("SIGCONT");
    },
    endAtOnce(signal) {
      group.signal("SIGKILL");
      say(
        `ended at once by ${signal}; the lease "${printable(lease.key)}" was not released and runs out by itself`,
      );
      process.exit(exitCodeOfSignal(signal));
    },
  };
}

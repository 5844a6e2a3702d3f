import { LeaseLostError } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { signalsOf } from "./held-signals.ts";

function recipient(lost: boolean): {
  readonly sent: string[];
  readonly signals: ReturnType<typeof signalsOf>;
} {
  const sent: string[] = [];
  const lease = {
    key: "k",
    throwIfLost() {
      if (lost) throw new LeaseLostError("slept too long", { reason: "frozen" });
    },
  };
  return { sent, signals: signalsOf({ signal: (signal) => void sent.push(signal) }, lease) };
}

describe("while a command runs under a lease", () => {
  test("it is stopped with us, and goes on with us", () => {
    const { sent, signals } = recipient(false);
    signals.suspend();
    signals.resume();
    signals.pass("SIGUSR1");
    expect(sent).toEqual(["SIGSTOP", "SIGCONT", "SIGUSR1"]);
  });

  test("it does not go on if the lease was lost meanwhile", () => {
    const { sent, signals } = recipient(true);
    signals.suspend();
    signals.resume();
    expect(sent).toEqual(["SIGSTOP"]);
  });
});

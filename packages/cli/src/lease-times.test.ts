import { createCoordinator, memoryStore } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { parseDuration } from "./duration.ts";
import { leaseTimes, ttlRange } from "./lease-times.ts";

/** The longest `--kill-after` that goes with this ttl, as the message for a longer one gives it. */
function longestKillAfterMs(ttlMs: number): number {
  const told = message(() => leaseTimes({ ttlMs, killAfterMs: ttlMs }));
  return parseDuration(/use --kill-after (\w+) or less/.exec(told)?.[1] ?? "");
}

describe("the times of a lease that guards a command", () => {
  test("leave, after the window, the time to kill the command and some slack", () => {
    expect(leaseTimes({ killAfterMs: 5_000 })).toEqual({ ttlMs: 30_000, killAfterMs: 5_000, abortMs: 5_500 });
    expect(leaseTimes({ ttlMs: 3_000, killAfterMs: 0 }).abortMs).toBe(150);
  });

  test("give three seconds to stop, and a tenth of a short ttl", () => {
    expect(leaseTimes({}).killAfterMs).toBe(3_000);
    expect(leaseTimes({ ttlMs: 3_000 }).killAfterMs).toBe(300);
  });

  test("that contradict each other are refused in the options' own names, with values that fit", () => {
    const contradiction = (): unknown => leaseTimes({ ttlMs: 10_000, killAfterMs: 9_000 });
    expect(contradiction).toThrow(/^--kill-after 9s .*--ttl 10s/);
    const least = /or --ttl (\w+) or more/.exec(message(contradiction))?.[1] ?? "";
    expect(() => leaseTimes({ ttlMs: parseDuration(least), killAfterMs: 9_000 })).not.toThrow();
    const mostMs = longestKillAfterMs(10_000);
    expect(() => leaseTimes({ ttlMs: 10_000, killAfterMs: mostMs })).not.toThrow();
    expect(() => leaseTimes({ ttlMs: 10_000, killAfterMs: mostMs + 1 })).toThrow();
  });

  test.each([ttlRange.leastMs ?? 0, 5_000, 30_000, 3_600_000, ttlRange.mostMs ?? 0])(
    "are taken by core wherever they are taken here: a ttl of %d ms with the longest time to stop",
    async (ttlMs) => {
      const { abortMs } = leaseTimes({ ttlMs, killAfterMs: longestKillAfterMs(ttlMs) });
      const lease = await createCoordinator(memoryStore()).acquire("k", { ttlMs, abortMs });
      expect(await lease.release()).toBe("released");
    },
  );
});

function message(call: () => unknown): string {
  try {
    call();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

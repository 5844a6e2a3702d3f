import type { Clock } from "@fencepost/core";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { whenUnlocked } from "./lock-wait.ts";

const locked = () => new Sqlite.SqliteError("database is locked", "SQLITE_BUSY");
const fail = (error: unknown): never => {
  throw error;
};

/** Moves only by sleeping; `onSleep` is what happens meanwhile. */
function sleepingClock(onSleep: (nowMs: number) => void = () => {}): Clock & { readonly sleeps: number[] } {
  let nowMs = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    monotonicMs: () => nowMs,
    wallMs: () => 0,
    async sleep(ms, signal) {
      sleeps.push(ms);
      nowMs += ms;
      onSleep(nowMs);
      signal?.throwIfAborted();
    },
  };
}

describe("waiting for a lock", () => {
  it("sends the next attempt after a pause, and gives its answer", async () => {
    const clock = sleepingClock();
    const attempts = [locked, locked];
    const attempt = () => {
      const error = attempts.pop();
      if (error) throw error();
      return "done";
    };
    expect(await whenUnlocked(attempt, fail, undefined, { clock })).toBe("done");
    expect(clock.sleeps).toHaveLength(2);
  });

  it("ends after two seconds with the last error, having slept in short pauses", async () => {
    const clock = sleepingClock();
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      throw locked();
    };
    const answer = await whenUnlocked(attempt, (error) => (error as Error).message, undefined, { clock });
    expect(answer).toBe("database is locked");
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(2_000);
    expect(attempts).toBe(clock.sleeps.length + 1);
    expect(Math.max(...clock.sleeps)).toBeLessThanOrEqual(26);
  });

  it("is not for other errors: they are answered at once", async () => {
    const clock = sleepingClock();
    const attempt = () => {
      throw new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR_READ");
    };
    await expect(whenUnlocked(attempt, fail, undefined, { clock })).rejects.toThrow("disk I/O error");
    expect(clock.sleeps).toEqual([]);
  });

  it("ends with the signal's own reason, without a further attempt", async () => {
    const reason = { the: "reason" };
    const controller = new AbortController();
    const clock = sleepingClock(() => controller.abort(reason));
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      throw locked();
    };
    await expect(whenUnlocked(attempt, fail, controller.signal, { clock })).rejects.toBe(reason);
    expect(attempts).toBe(1);
  });

  it("makes no attempt at all if the signal has aborted before", async () => {
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
    };
    const aborted = AbortSignal.abort("over");
    await expect(whenUnlocked(attempt, fail, aborted, { clock: sleepingClock() })).rejects.toBe("over");
    expect(attempts).toBe(0);
  });
});

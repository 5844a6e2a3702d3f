import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linuxBootId, type MachineClock, stampOf, systemMachineClock, timesSince } from "./machine-clock.ts";

const machine = (changes: Partial<MachineClock> & { readonly atMs?: number }): MachineClock => ({
  bootId: "boot-1",
  timeNamespace: "time:[1]",
  monotonicMs: () => changes.atMs ?? 10_000,
  ...changes,
});
const stamp = stampOf(machine({ atMs: 4_000.9 }));

describe("the age of a record", () => {
  it("is the time since its write, on one clock", () => {
    expect(timesSince(stamp, machine({ atMs: 10_000 }))).toEqual({
      nowMs: 10_000,
      ageMs: 6_000,
      resolutionMs: 1,
    });
  });

  it("is endless if another boot wrote it, even at a later time of that boot", () => {
    const times = timesSince(stamp, machine({ bootId: "boot-2", atMs: 5 }));
    expect(times).toEqual({ nowMs: 5, ageMs: Number.POSITIVE_INFINITY, resolutionMs: 1 });
  });

  it("is unknown where either side cannot tell its boot", () => {
    expect(timesSince(stamp, machine({ bootId: undefined }))).toBeUndefined();
    expect(timesSince(stampOf(machine({ bootId: undefined })), machine({}))).toBeUndefined();
  });

  it("is unknown across time namespaces, which count from origins of their own", () => {
    expect(timesSince(stamp, machine({ timeNamespace: "time:[2]" }))).toBeUndefined();
  });

  it("is unknown if the record comes from a time that has not been", () => {
    expect(timesSince(stamp, machine({ atMs: 3_999 }))).toBeUndefined();
  });
});

describe("this machine's clock", () => {
  it("is one clock for all processes", () => {
    const script = "console.log(String(process.hrtime.bigint() / 1000000n))";
    const before = systemMachineClock().monotonicMs();
    const between = Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
    const after = systemMachineClock().monotonicMs();
    expect([before, between, after]).toEqual([before, between, after].toSorted((a, b) => a - b));
  });

  it("is asked for its boot once a process", () => {
    expect(systemMachineClock()).toBe(systemMachineClock());
  });
});

describe("the boot id of Linux", () => {
  const proc = "22 1 0:21 / /proc rw - proc proc rw\n";

  it("is what the kernel says", () => {
    // Where there is no such file (macOS, Windows) there is no id to read either.
    const said = ((): string | undefined => {
      try {
        return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      } catch {
        return undefined;
      }
    })();
    expect(linuxBootId(proc)).toBe(said);
    expect(linuxBootId(`${proc}23 22 0:21 /sys /proc/sys ro - proc proc rw\n`)).toBe(said);
  });

  it("is not taken from a file that a container manager has mounted over the kernel's", () => {
    const over = "24 22 0:40 /id /proc/sys/kernel/random/boot_id ro - tmpfs tmpfs rw\n";
    expect(linuxBootId(proc + over)).toBeUndefined();
  });

  it("is not taken where nobody can tell whose file it is", () => {
    expect(linuxBootId(undefined)).toBeUndefined();
  });
});

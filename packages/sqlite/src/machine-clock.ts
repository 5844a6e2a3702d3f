/**
 * The store's clock: the machine's monotonic clock and the boot that it counts from (protocol, section 4).
 *
 * All processes of one boot share it, nobody can set it, and a record from another boot was written by a process that
 * is dead. It stands still while Linux sleeps, so a lease may then live longer, never shorter.
 *
 * It does not reach beyond one kernel: two virtual machines, or a host and its guest, must not share a file.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import type { StoreTimes } from "@fencepost/core";
import { mountOf, readMountTable } from "./mounts.ts";

/** A clock that all processes of a machine share, and the boot from which it counts. */
export interface MachineClock {
  /** Which start of the machine this is; `undefined` where nobody can tell, so that nothing is said of time. */
  readonly bootId: string | undefined;
  /** Within one boot, each Linux time namespace counts from an origin of its own. Empty where there are none. */
  readonly timeNamespace: string;
  /** Milliseconds on the clock that all processes of this boot and namespace share. */
  monotonicMs(): number;
}

/** What is stored with each write. */
export interface Stamp {
  readonly bootId: string | null;
  readonly timeNamespace: string;
  readonly writtenMs: number;
}

export function stampOf(machine: MachineClock): Stamp {
  return {
    bootId: machine.bootId ?? null,
    timeNamespace: machine.timeNamespace,
    writtenMs: Math.floor(machine.monotonicMs()),
  };
}

/** What the stamp of a record says of its age, now; `undefined` where it is no evidence. */
export function timesSince(stamp: Stamp, machine: MachineClock): StoreTimes | undefined {
  if (machine.bootId === undefined || stamp.bootId === null) return undefined;
  const nowMs = Math.floor(machine.monotonicMs());
  const times = (ageMs: number): StoreTimes => ({ nowMs, ageMs, resolutionMs: 1 });
  if (stamp.bootId !== machine.bootId) return times(Number.POSITIVE_INFINITY);
  // Another origin, or a time to come: these two clocks cannot be subtracted.
  if (stamp.timeNamespace !== machine.timeNamespace || stamp.writtenMs > nowMs) return undefined;
  return times(nowMs - stamp.writtenMs);
}

let machine: MachineClock | undefined;

/** This machine's clock. Asked once a process: neither a boot nor a time namespace changes under it. */
export function systemMachineClock(): MachineClock {
  machine ??= {
    bootId: readBootId(process.platform),
    timeNamespace: attempt(() => readlinkSync("/proc/self/ns/time")) ?? "",
    // hrtime and not performance.now(), which counts from the start of each process.
    monotonicMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  };
  return machine;
}

function readBootId(platform: NodeJS.Platform): string | undefined {
  if (platform === "linux") return linuxBootId(readMountTable());
  // Not kern.boottime: it moves when the wall clock is set, and a living holder would look dead.
  if (platform === "darwin") return attempt(() => sysctl("kern.bootsessionuuid"));
  return undefined;
}

const linuxBootIdPath = "/proc/sys/kernel/random/boot_id";

/**
 * `undefined` if something is mounted over the kernel's file. LXC and systemd-nspawn give each container an id of its
 * own in that way (lxc/lxc#3034; `setup_boot_id` in systemd's nspawn.c), and neighbours on one machine, all alive,
 * would take each other for dead.
 */
export function linuxBootId(mountTable: string | undefined): string | undefined {
  if (mountOf(linuxBootIdPath, mountTable)?.type !== "proc") return undefined;
  return attempt(() => readFileSync(linuxBootIdPath, "utf8").trim());
}

function sysctl(name: string): string {
  return execFileSync("/usr/sbin/sysctl", ["-n", name], {
    encoding: "utf8",
    timeout: 1_000,
    stdio: "pipe",
  }).trim();
}

/** An empty answer names no boot either. */
function attempt(read: () => string): string | undefined {
  try {
    return read() || undefined;
  } catch {
    return undefined;
  }
}

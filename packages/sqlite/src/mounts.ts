/** What the kernel says of mounts: which one a path lies on, and of what type it is. Linux only. */
import { readFileSync } from "node:fs";

export interface Mount {
  readonly point: string;
  /** As `mount` prints it: `ext4`, `nfs4`, `fuse.sshfs`. */
  readonly type: string;
}

/** The kernel's table of this process's mounts; `undefined` where there is none to read. */
export function readMountTable(): string | undefined {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return undefined;
  }
}

/**
 * The mount that an absolute path without symbolic links lies on: the longest mount point above it, and of several on
 * one point the last, which covers the others.
 *
 * By name and not by the number that statfs(2) gives, since that is one and the same for all of FUSE.
 */
export function mountOf(path: string, table: string | undefined): Mount | undefined {
  let nearest: Mount | undefined;
  for (const line of table?.split("\n") ?? []) {
    const mount = parse(line);
    if (mount && covers(mount.point, path) && mount.point.length >= (nearest?.point.length ?? 0))
      nearest = mount;
  }
  return nearest;
}

/** proc_pid_mountinfo(5): the fifth field is the mount point, and the type follows the lone dash. */
function parse(line: string): Mount | undefined {
  const [mount, source] = line.split(" - ", 2);
  const point = mount?.split(" ")[4];
  const type = source?.split(" ")[0];
  if (point === undefined || type === undefined) return undefined;
  return {
    point: point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    type,
  };
}

function covers(point: string, path: string): boolean {
  return path === point || path.startsWith(point.endsWith("/") ? point : `${point}/`);
}

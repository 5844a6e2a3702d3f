/**
 * What ends a process group if we die without having done so (SIGKILL, out of memory): otherwise the command would go
 * on without its lease. A shell waits for a line from us, and the system closes the pipe when we are gone.
 */
import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/** `kill -9`, as the shells of Debian and of BusyBox take no `--` before a negative number, or take it for one. */
const script = 'read -r line || kill -9 "-$1"';

/**
 * Without a shell on this machine there is no lifeline. It does not help while we are stopped or frozen.
 *
 * @returns lets go of it: the group is left alone from then on
 */
export function holdLifeline(groupId: number): () => void {
  if (process.platform === "win32") return () => {};
  // A session of its own, so that it outlives what the terminal does to us.
  const shell = spawn("/bin/sh", ["-c", script, "fencepost-lifeline", String(groupId)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => {});
  shell.unref();
  const line = shell.stdin as Writable;
  line.on("error", () => {});
  (line as Writable & { unref?(): void }).unref?.();
  return () => line.end("ended\n");
}

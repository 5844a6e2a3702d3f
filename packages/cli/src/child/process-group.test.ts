import { execFileSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { hasLiveMembers } from "./live-members.ts";
import { ProcessGroup } from "./process-group.ts";

function start(script: string): ProcessGroup {
  const group = ProcessGroup.start(["sh", "-c", script], process.env);
  onTestFinished(() => group.signal("SIGKILL"));
  return group;
}

const groupOf = (pid: number): string =>
  execFileSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8" }).trim();

describe("a command's process group", () => {
  test("is its own, so that what is sent to it does not reach us", async () => {
    const group = start("exec sleep 60");
    expect(groupOf(group.id ?? 0)).toBe(String(group.id));
    expect(groupOf(process.pid)).not.toBe(String(group.id));
    await group.stop(0);
    expect(await group.ended).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test("is asked to end, and has ended once that is over", async () => {
    const group = start("sleep 60 & sleep 60");
    await group.stop(10_000);
    expect(await group.ended).toEqual({ kind: "signalled", signal: "SIGTERM" });
    expect(hasLiveMembers(group.id ?? 0)).toBe(false);
  });

  test("can be asked even while it is stopped", async () => {
    const group = start("exec sleep 60");
    group.signal("SIGSTOP");
    await group.stop(10_000);
    expect(await group.ended).toEqual({ kind: "signalled", signal: "SIGTERM" });
  });

  test("is empty only when those are gone, too, whom the command has left behind", async () => {
    const group = start("sleep 60 >/dev/null 2>&1 & exit 4");
    expect(await group.ended).toEqual({ kind: "exited", code: 4 });
    expect(await group.emptied(0)).toBe(false);
    await group.stop(10_000);
    expect(await group.emptied(0)).toBe(true);
  });

  test.each([
    ["not found", ["no-such-command"], "ENOENT"],
    ["longer than the system allows", ["true", "x".repeat(8_000_000)], "E2BIG"],
    ["a folder", ["/"], "EACCES"],
  ])("is empty from the start for a command that is %s", async (_, command, code) => {
    const group = ProcessGroup.start(command, process.env);
    expect(await group.ended).toMatchObject({ kind: "not-started", error: { code } });
    expect(group.id).toBeUndefined();
    expect(await group.emptied(0)).toBe(true);
    await group.stop(10_000);
  });
});

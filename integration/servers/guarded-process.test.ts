import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { guard, startGuarded } from "./guarded-process.ts";

/** Signal 0 asks whether there is such a process. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a guarded process has the pid that is told, and is gone when it has been killed", async () => {
  const child = startGuarded("/bin/sleep", ["60"], {});
  expect(lives(child.pid)).toBe(true);

  await child.kill();
  expect(lives(child.pid)).toBe(false);
  expect(child.ended.aborted).toBe(true);
  expect(child.endedByItself).toBe(false);
});

test("a paused process can be killed", async () => {
  const child = startGuarded("/bin/sleep", ["60"], {});
  await child.pause();
  await child.kill();
  expect(lives(child.pid)).toBe(false);
});

test("a process that ends early says so, with what it printed and its exit code", async () => {
  const child = startGuarded("/bin/sh", ["-c", "echo $WORD; exit 3"], { WORD: "no such disk" });
  await once(child.ended, "abort");
  expect(child.endedByItself).toBe(true);
  expect(child.ended.reason).toMatchObject({ message: "/bin/sh ended with exit code 3" });
  await expect.poll(() => child.output()).toBe("no such disk\n");
});

test("a guarded process dies when whoever started it is killed", { timeout: 10_000 }, async () => {
  const starter = `
    const { spawn } = require("node:child_process");
    spawn("/bin/sh", ["-c", process.argv[1], "guard", "/bin/sh", "-c", "echo lives; exec sleep 60"], {
      stdio: ["ignore", "inherit", "ignore", "pipe"],
    });`;
  const parent = spawn(process.execPath, ["-e", starter, guard], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  expect(printed.toString()).toBe("lives\n");

  // Both hold the pipe, so it closes when both are gone.
  parent.kill("SIGKILL");
  await once(parent.stdout, "close");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { hasLiveMembers } from "./live-members.ts";

/** Starts a group of one, says its id, and never collects it: the parent is blocked. */
const neglectfulParent = `
  const { pid } = require("node:child_process").spawn("true", { detached: true, stdio: "ignore" });
  process.stdout.write(String(pid));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
`;

test("a group of which only a zombie is left has nobody who could do anything", async () => {
  const parent = spawn(process.execPath, ["-e", neglectfulParent], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [said] = (await once(parent.stdout, "data")) as [Buffer];
  const groupId = Number(said);
  await expect.poll(() => hasLiveMembers(groupId)).toBe(process.platform !== "linux");
  // The system still counts it.
  expect(process.kill(-groupId, 0)).toBe(true);
});

test("a group that does not exist has no members", () => {
  // Larger than any process id that a system gives.
  expect(hasLiveMembers(2 ** 30)).toBe(false);
});

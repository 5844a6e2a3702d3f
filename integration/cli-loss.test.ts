/** A lease that is lost while its command runs, made real each time, through the real executable. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoordinator, type FencingToken } from "@fencepost/core";
import { sqliteStore } from "@fencepost/sqlite";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CliProcess, cli, isRunning, pidsOf, scratchFolder, startCli, until } from "./cli-process.ts";

const storeUrl = (): string => `sqlite:${join(scratchFolder(), "leases.db")}`;

/** With a short ttl, so that a loss is noticed soon, but not so short that a busy machine loses it by itself. */
function running(store: string, script: string, ...options: string[]): CliProcess {
  return startCli(["run", "k", "--store", store, "--ttl", "6s", ...options, "--", "sh", "-c", script]);
}

/** Takes the lease away from whoever has it, as a person may. */
async function takeOver(url: string): Promise<void> {
  const store = sqliteStore(url);
  onTestFinished(() => store.close());
  const coordinator = createCoordinator(store, { holder: "successor" });
  const found = await coordinator.inspect("k");
  const token = "token" in found ? found.token : (0 as FencingToken);
  expect(await coordinator.forceRelease("k", token, { why: "a test", now: true })).toBe("released");
  await coordinator.acquire("k");
}

/** Kept, as Node 24 may end a process in which one is collected: packages/sqlite/src/never-collected.ts. */
const blockers: Sqlite.Database[] = [];

const lost = (reason: string): RegExp => new RegExp(`^fencepost: the lease "k" was lost: ${reason}`);

describe("a lease that another has taken over", () => {
  test("ends the command and what it has started, and 76 beats its exit code 0", async () => {
    const store = storeUrl();
    const run = running(store, "trap 'exit 0' TERM; sleep 300 & echo pids $$ $!; wait");
    const pids = await pidsOf(run);
    await takeOver(store);
    const end = await run.ended;
    expect(end.code).toBe(76);
    expect(end.stderr).toMatch(lost("another holder has it"));
    expect(end.stderr).toContain("successor");
    expect(end.stderr).toContain("(the command ended with exit code 0)");
    expect(pids.filter(isRunning)).toEqual([]);
    expect((await cli(["status", "k", "--store", store])).stdout).toContain("by successor (token 2)");
  });

  test("kills what does not end when it is asked to, and only after it was asked", async () => {
    const store = storeUrl();
    const run = running(store, "trap 'echo asked' TERM; echo pids $$; while :; do sleep 0.05; done");
    const pids = await pidsOf(run);
    await takeOver(store);
    const end = await run.ended;
    expect(end).toMatchObject({ code: 76, stdout: expect.stringMatching(/\nasked\n$/) });
    expect(end.stderr).toContain("(the command ended with exit code 137)");
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test("kills what the command leaves behind when it obeys but its children do not", async () => {
    const store = storeUrl();
    const run = running(store, "(trap '' TERM; exec sleep 300) & echo pids $$ $!; wait");
    const pids = await pidsOf(run);
    await takeOver(store);
    expect((await run.ended).code).toBe(76);
    expect(pids.filter(isRunning)).toEqual([]);
  });
});

test("a standstill past the ttl kills the command as soon as it is over, without a question", async () => {
  const store = storeUrl();
  const run = running(
    store,
    "trap 'echo asked' TERM; sleep 300 & echo pids $$ $!; wait; sleep 300",
    "--ttl",
    "3s",
  );
  const pids = await pidsOf(run);
  run.send("SIGSTOP");
  await sleep(3_500);
  run.send("SIGCONT");
  const end = await run.ended;
  expect(end).toMatchObject({ code: 76, stdout: `pids ${pids.join(" ")}\n` });
  expect(end.stderr).toMatch(lost("fencepost, or its clock, stood still"));
  expect(pids.filter(isRunning)).toEqual([]);
});

test("Ctrl-Z past the ttl kills the command before it can go on", async () => {
  const store = storeUrl();
  const run = running(
    store,
    "trap 'echo went on' CONT; echo pids $$; while :; do sleep 0.05; done",
    "--ttl",
    "3s",
  );
  const pids = await pidsOf(run);
  run.send("SIGTSTP");
  await sleep(3_500);
  run.send("SIGCONT");
  expect(await run.ended).toMatchObject({ code: 76, stdout: `pids ${pids.join(" ")}\n` });
  expect(pids.filter(isRunning)).toEqual([]);
});

test("a store that answers nobody: the command is dead before another may take over", async () => {
  const store = storeUrl();
  const ticks = join(scratchFolder(), "ticks");
  const stubborn = `trap 'echo asked' TERM; echo pids $$; while :; do echo tick >> "${ticks}"; sleep 0.02; done`;
  const times = ["--ttl", "8s", "--kill-after", "3700ms"];
  const first = running(store, stubborn, ...times);
  const pids = await pidsOf(first);
  const second = startCli(["run", "k", "--store", store, "--wait", "1m", "-v", "--", "wc", "-l", ticks]);
  await until("the second one waits", () => second.stderr().includes("waiting for"));

  const blocker = new Sqlite(store.slice("sqlite:".length));
  blockers.push(blocker);
  blocker.exec("BEGIN IMMEDIATE");
  await until("the first command is asked to end", () => first.stdout().includes("asked"));
  // Or else a renewal that is still waiting for its turn would land, and the lease would run on.
  await sleep(1_800);
  blocker.exec("ROLLBACK");
  blocker.close();

  const seen = Number.parseInt((await second.ended).stdout, 10);
  expect((await first.ended).code).toBe(76);
  // What the second saw when it began was all that the first ever wrote.
  expect(readFileSync(ticks, "utf8").trim().split("\n")).toHaveLength(seen);
  expect(pids.filter(isRunning)).toEqual([]);
});

test("a --work-timeout ends the command, tells it as a loss, and leaves the lease free", async () => {
  const store = storeUrl();
  const run = running(store, "sleep 300 & echo pids $$ $!; wait", "--work-timeout", "300ms");
  const pids = await pidsOf(run);
  const end = await run.ended;
  expect(end.code).toBe(76);
  expect(end.stderr).toBe(
    "fencepost: the command ran longer than --work-timeout 300ms and was ended (SIGTERM); " +
      "see what it did before you run it again (the command ended with exit code 143)\n",
  );
  expect(pids.filter(isRunning)).toEqual([]);
  expect((await cli(["status", "k", "--store", store])).stdout).toContain("k: free");
});

test("what the command leaves running is ended before the lease is released", async () => {
  const store = storeUrl();
  const run = running(store, "(trap '' TERM; exec sleep 300) & echo pids $!; exit 3");
  const pids = await pidsOf(run);
  const end = await run.ended;
  expect(end.code).toBe(3);
  expect(end.stderr).toMatch(/^fencepost: the command ended and left processes [^\n]*\n$/);
  expect(pids.filter(isRunning)).toEqual([]);
});

test("a fencepost that is killed takes its command along", async () => {
  // Whoever kills it within the first moments may come before there is anything to take the command along.
  const run = running(storeUrl(), "trap '' TERM HUP; sleep 300 & sleep 1; echo pids $$ $!; wait; sleep 300");
  const pids = await pidsOf(run);
  run.send("SIGKILL");
  expect((await run.ended).code).toBe("SIGKILL");
  await until("nobody is left", () => !pids.some(isRunning));
});

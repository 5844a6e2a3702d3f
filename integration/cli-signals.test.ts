/** Signals that reach `fencepost run`, through the real executable. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type CliProcess, cli, isRunning, pidsOf, scratchFolder, startCli, until } from "./cli-process.ts";

const storeUrl = (): string => `sqlite:${join(scratchFolder(), "leases.db")}`;

function running(store: string, script: string, ...options: string[]): CliProcess {
  return startCli(["run", "k", "--store", store, ...options, "--", "sh", "-c", script]);
}

const stateOf = (pid: number): string =>
  execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).trim();

/** Longer than what counts as one press. */
const anotherPress = (): Promise<void> => sleep(700);

describe("a signal", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const)(
    "%s is passed on to the command, whose answer counts, and the lease is released",
    async (signal) => {
      const store = storeUrl();
      const name = signal.slice(3);
      const run = running(
        store,
        `trap 'echo got ${name}; exit 5' ${name}; echo go; while :; do sleep 0.05; done`,
      );
      await until("it runs", () => run.stdout() === "go\n");
      run.send(signal);
      // Some shells also say on standard error how their `sleep` ended.
      expect(await run.ended).toMatchObject({ code: 5, stdout: `go\ngot ${name}\n` });
      expect((await cli(["status", "k", "--store", store])).stdout).toContain("k: free");
    },
  );

  test("reaches what the command has started, too", async () => {
    const run = running(storeUrl(), "sleep 300 & echo pids $$ $!; wait");
    const pids = await pidsOf(run);
    run.send("SIGTERM");
    expect((await run.ended).code).toBe(143);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test("that comes twice for one press, as through npm, is one", async () => {
    const run = running(
      storeUrl(),
      "trap 'sleep 1; echo clean; exit 0' INT; echo go; while :; do sleep 0.05; done",
    );
    await until("it runs", () => run.stdout() === "go\n");
    run.send("SIGINT");
    await sleep(50);
    run.send("SIGINT");
    expect(await run.ended).toEqual({ code: 0, stdout: "go\nclean\n", stderr: "" });
  });

  test("that asks a second time ends everything at once, and the lease is left to run out", async () => {
    const store = storeUrl();
    const run = running(store, "trap '' TERM; sleep 300 & echo pids $$ $!; wait; sleep 300");
    const pids = await pidsOf(run);
    run.send("SIGTERM");
    await anotherPress();
    expect(pids.filter(isRunning)).toEqual(pids);
    run.send("SIGTERM");
    const end = await run.ended;
    expect(end.code).toBe(143);
    expect(end.stderr).toMatch(/^fencepost: ended at once by SIGTERM; .* runs out by itself\n$/);
    await until("nobody is left", () => !pids.some(isRunning));
    expect((await cli(["status", "k", "--store", store])).stdout).toContain("k: held");
  });

  test("that ends a waiting one leaves the holder alone", async () => {
    const store = storeUrl();
    const holder = running(store, "echo go; sleep 60");
    await until("the holder runs", () => holder.stdout() === "go\n");
    const waiting = startCli(["run", "k", "--store", store, "--wait", "1m", "-v", "--", "echo", "mine"]);
    await until("the other waits", () => waiting.stderr().includes("waiting for"));
    waiting.send("SIGINT");
    const end = await waiting.ended;
    expect(end).toMatchObject({ code: 130, stdout: "" });
    expect((await cli(["status", "k", "--store", store])).stdout).toContain("k: held");
    holder.send("SIGTERM");
    await holder.ended;
  });
});

test("Ctrl-Z stops the command with us, and both go on together", async () => {
  const run = running(storeUrl(), "echo pids $$; while [ ! -e gone ]; do sleep 0.05; done");
  const [pid = 0] = await pidsOf(run);
  run.send("SIGTSTP");
  await until("both are stopped", () => [pid, run.pid].every((each) => stateOf(each).startsWith("T")));
  run.send("SIGCONT");
  await until("both go on", () => [pid, run.pid].every((each) => !stateOf(each).startsWith("T")));
  run.send("SIGTERM");
  expect((await run.ended).code).toBe(143);
});

/** What `fencepost run` and `fencepost status` do when all is well, through the real executable. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliProcess, cli, scratchFolder, startCli, until } from "./cli-process.ts";

const storeUrl = (): string => `sqlite:${join(scratchFolder(), "leases.db")}`;

/** Holds the lease until its standard input ends it, which is at once, or until it is told to end. */
async function holding(store: string, ...options: string[]): Promise<CliProcess> {
  const run = startCli(["run", "k", "--store", store, ...options, "--", "sh", "-c", "echo go; sleep 60"]);
  await until("the holder runs", () => run.stdout() === "go\n");
  return run;
}

describe("the command", () => {
  test("sees its lease in its environment, and the environment of its caller", async () => {
    const script = 'echo "$FENCEPOST_KEY|$FENCEPOST_TOKEN|$FENCEPOST_HOLDER|$MINE"';
    const args = ["run", "a/b", "--store", storeUrl(), "--holder", "me & you", "--", "sh", "-c", script];
    const end = await cli(args, { environment: { MINE: "kept", FENCEPOST_KEY: "an outer one" } });
    expect(end).toEqual({ code: 0, stdout: "a/b|1|me & you|kept\n", stderr: "" });
  });

  test("gets its options untouched, and standard input", async () => {
    const args = [
      "run",
      "k",
      "--store",
      storeUrl(),
      "--",
      "sh",
      "-c",
      'echo "$*"; cat',
      "sh",
      "--ttl",
      "--",
      "-v",
    ];
    expect(await cli(args, { input: "typed\n" })).toEqual({
      code: 0,
      stdout: "--ttl -- -v\ntyped\n",
      stderr: "",
    });
  });

  test("runs alone, 30 times over: a count that is read and written back comes to 30, under 30 growing tokens", async () => {
    const folder = scratchFolder();
    const counter = join(folder, "counter");
    const tokens = join(folder, "tokens");
    writeFileSync(counter, "0\n");
    writeFileSync(tokens, "");
    // Read, a moment for others to read the same, write.
    const script = `n=$(cat "${counter}"); sleep 0.05; echo $((n + 1)) > "${counter}"; echo "$FENCEPOST_TOKEN" >> "${tokens}"`;
    const args = ["run", "count", "--store", storeUrl(), "--wait", "10m", "--", "sh", "-c", script];
    const runs = Array.from({ length: 30 }, () => startCli(args, { limitMs: 240_000 }).ended);
    const ends = await Promise.all(runs);
    expect(ends).toEqual(Array.from({ length: 30 }, () => ({ code: 0, stdout: "", stderr: "" })));
    expect(readFileSync(counter, "utf8")).toBe("30\n");
    const seen = readFileSync(tokens, "utf8").trim().split("\n").map(Number);
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
    expect(seen).toHaveLength(30);
  }, 300_000);

  test("may leave something that writes its last words, which are waited for", async () => {
    const script = "(sleep 0.2; echo late) & echo early";
    const end = await cli(["run", "k", "--store", storeUrl(), "--", "sh", "-c", script]);
    expect(end).toEqual({ code: 0, stdout: "early\nlate\n", stderr: "" });
  });
});

describe("the store", () => {
  test("is a file of the user's own if none is named", async () => {
    const home = scratchFolder();
    const environment = { HOME: home, XDG_STATE_HOME: join(home, "state") };
    expect((await cli(["run", "k", "--", "true"], { environment })).code).toBe(0);
    const file = join(home, "state", "fencepost", "fencepost.db");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    const { stdout } = await cli(["status", "k"], { environment });
    expect(stdout).toBe(`k: free, last token 1\n  in sqlite:${file}\n`);
  });

  test("that nobody named is told to who wants to know all, and not to a log", async () => {
    const environment = { XDG_STATE_HOME: scratchFolder() };
    const quiet = await cli(["run", "k", "--", "true"], { environment });
    expect(quiet).toEqual({ code: 0, stdout: "", stderr: "" });
    const { stderr } = await cli(["run", "k", "-v", "--", "true"], { environment });
    const url = `sqlite:${join(environment.XDG_STATE_HOME, "fencepost", "fencepost.db")}`;
    expect(stderr.split("\n")[0]).toBe(`fencepost: no --store: using ${url}, which only this machine sees`);
  });

  test("is that of FENCEPOST_STORE, unless --store names another", async () => {
    const folder = scratchFolder();
    const environment = { FENCEPOST_STORE: `sqlite:${join(folder, "one.db")}` };
    await cli(["run", "k", "--", "true"], { environment });
    expect(existsSync(join(folder, "one.db"))).toBe(true);
    const other = `sqlite:${join(folder, "other.db")}`;
    const { stdout } = await cli(["status", "k", "--store", other], { environment });
    expect(stdout).toBe(`k: free, never held\n  in ${other}\n`);
  });
});

describe("somebody who waits", () => {
  test("gets the lease when it is free, and says nothing meanwhile to a file", async () => {
    const store = storeUrl();
    const first = await holding(store);
    const second = startCli(["run", "k", "--store", store, "--wait", "1m", "--", "echo", "mine"]);
    const talkative = startCli([
      "run",
      "k",
      "--store",
      store,
      "--wait",
      "1m",
      "--verbose",
      "--",
      "echo",
      "mine",
    ]);
    await until("both wait", () => talkative.stderr().includes("waiting for"));
    first.send("SIGTERM");
    expect(await second.ended).toEqual({ code: 0, stdout: "mine\n", stderr: "" });
    const { stderr } = await talkative.ended;
    expect(stderr).toMatch(/^fencepost: waiting for the lease "k", held by .* pid \d+ \(token 1\)\n/);
    expect(stderr).toMatch(/acquired the lease "k" with token \d/);
    expect(stderr).toMatch(/released the lease "k"/);
  });
});

describe("the status", () => {
  test("tells people and programs who holds it, and obeys no escapes of theirs", async () => {
    const store = storeUrl();
    const holder = "\u001b[2J\u001b]0;evil\u0007";
    const run = await holding(store, "--holder", holder);
    const shown = await cli(["status", "k", "--store", store]);
    expect(shown.stdout).toMatch(
      /^k: held, by \\u001b\[2J\\u001b\]0;evil\\u0007 \(token 1\); it can be taken in \d+ s/,
    );
    const { stdout } = await cli(["status", "k", "--store", store, "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      key: "k",
      store,
      state: "held",
      token: 1,
      holder,
      expiresInMs: expect.any(Number),
    });
    expect(stdout).not.toContain("\u001b");
    run.send("SIGTERM");
    await run.ended;
  });
});

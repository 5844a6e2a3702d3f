/** Each exit code that `fencepost --help` lists, from the real executable. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { sqliteStore } from "@fencepost/sqlite";
import { describe, expect, test } from "vitest";
import { type CliEnd, cli, scratchFolder, startCli, until } from "./cli-process.ts";
import { credentials, refusal, s3Url, startSmallS3 } from "./cli-s3.ts";

const storeUrl = (): string => `sqlite:${join(scratchFolder(), "leases.db")}`;

/** That it failed with one sentence, and not with a stack. */
function expectSentence(end: CliEnd, code: number, says: RegExp | string): void {
  expect(end).toEqual({ code, stdout: "", stderr: expect.stringMatching(/^fencepost: [^\n]+\n$/) });
  expect(end.stderr).toMatch(says);
}

describe("the command's own end is the exit code", () => {
  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -TERM $$", 128 + 15],
    ["kill -KILL $$", 128 + 9],
  ])("sh -c '%s': %d", async (script, code) => {
    const end = await cli(["run", "k", "--store", storeUrl(), "--", "sh", "-c", script]);
    expect(end).toEqual({ code, stdout: "", stderr: "" });
  });

  test("126: it cannot be executed", async () => {
    const file = join(scratchFolder(), "not-executable");
    writeFileSync(file, "#!/bin/sh\n", { mode: 0o600 });
    const end = await cli(["run", "k", "--store", storeUrl(), "--", file]);
    expectSentence(end, 126, "cannot be executed");
  });

  test("127: it was not found, and the lease is free again", async () => {
    const store = storeUrl();
    expectSentence(await cli(["run", "k", "--store", store, "--", "no-such-command"]), 127, "was not found");
    expect((await cli(["status", "k", "--store", store])).stdout).toContain("k: free");
  });
});

describe("64: wrong usage", () => {
  test.each([
    ["frob"],
    ["run"],
    ["run k"],
    ["run k --"],
    ["run k --ttl 3 -- true"],
    ["run k --ttl 1s -- true"],
    ["run k --wait soon -- true"],
    ["run k --ttl 5s --kill-after 5s -- true"],
    ["run k --holder  -- true"],
    ["run k --frob -- true"],
    ["run k true --frob"],
    ["run a/../b -- true"],
    ["run k --store memory: -- true"],
    ["run k --store ftp://host -- true"],
    ["run k --store s3:// -- true"],
    ["run k --store gs://B! -- true"],
    ["run k --store sqlite: -- true"],
    ["status"],
    ["status k more"],
    ["status k --store memory:"],
  ])("fencepost %s", async (typed) => {
    const environment = { FENCEPOST_STORE: storeUrl() };
    expectSentence(await cli(typed.split(" "), { environment }), 64, "");
  });

  test.each([
    ["--store", ["--store", ""], {}],
    ["--store", ["--store="], {}],
    ["FENCEPOST_STORE", [], { FENCEPOST_STORE: "" }],
  ])("an empty %s is not taken for none: %j", async (from, args, environment) => {
    for (const command of [
      ["run", "k", ...args, "--", "true"],
      ["status", "k", ...args],
    ]) {
      expectSentence(
        await cli(command, { environment }),
        64,
        `${from} is empty; name a store, or leave it out`,
      );
    }
  });

  test.each([
    ["run -- bash true", "the KEY is missing: fencepost run KEY -- COMMAND"],
    ["run --ttl 5s -- ./backup.sh", "the KEY is missing: fencepost run KEY -- COMMAND"],
    ["run k --", "the COMMAND is missing: fencepost run KEY -- COMMAND"],
    ["run k --tll 5s -- true", "(see fencepost run --help)"],
    ["status k --jsn", "(see fencepost status --help)"],
    ["frob", "(see fencepost --help)"],
    ["run k --wait 10s --no-wait -- true", "--wait and --no-wait contradict each other"],
    ["run k --no-wait --wait 10s -- true", "--wait and --no-wait contradict each other"],
    ["run k --store foo://bar -- true", 'unknown store "foo://bar"; write sqlite:'],
  ])("fencepost %s: %s", async (typed, says) => {
    const environment = { FENCEPOST_STORE: storeUrl() };
    const end = await cli(typed.split(" "), { environment });
    expectSentence(end, 64, "");
    expect(end.stderr).toContain(says);
  });

  test("a URL in FENCEPOST_STORE is said to come from there", async () => {
    const end = await cli(["status", "k"], { environment: { FENCEPOST_STORE: "ftp://host" } });
    expectSentence(end, 64, "FENCEPOST_STORE");
  });

  test("no command at all: the help, on standard error", async () => {
    const end = await cli([]);
    expect(end).toMatchObject({ code: 64, stdout: "" });
    expect(end.stderr).toContain("Usage: fencepost");
  });
});

test("65: the record is not ours, and nothing is written over it", async () => {
  const url = storeUrl();
  const store = sqliteStore(url);
  await store.put("_fencepost/leases/k.json", new TextEncoder().encode("{}"), "absent", {});
  expectSentence(await cli(["run", "k", "--store", url, "--", "true"]), 65, "k");
  const found = await store.get("_fencepost/leases/k.json", {});
  store.close();
  expect(found.kind === "found" && new TextDecoder().decode(found.body)).toBe("{}");
});

test("69: the store is unavailable", async () => {
  const url = s3Url(await closedEndpoint());
  expectSentence(
    await cli(["run", "k", "--store", url, "--", "true"], { environment: credentials }),
    69,
    "s3://bucket/p",
  );
});

test("74: it is unknown whether the lease was taken", async () => {
  const s3 = await startSmallS3(({ method, path }) =>
    method === "PUT" && path.includes("/leases/") ? { hang: true } : undefined,
  );
  const args = ["run", "k", "--store", s3.url, "--ttl", "3s", "--", "true"];
  expectSentence(await cli(args, s3), 74, "may or may not have succeeded");
});

test("75: another holds it, and the message says who", async () => {
  const store = storeUrl();
  const holder = startCli([
    "run",
    "k",
    "--store",
    store,
    "--holder",
    "first",
    "--",
    "sh",
    "-c",
    "echo go; sleep 60",
  ]);
  await until("the first one runs", () => holder.stdout() === "go\n");
  for (const patience of [[], ["--no-wait"], ["--wait", "200ms"]]) {
    expectSentence(await cli(["run", "k", "--store", store, ...patience, "--", "true"]), 75, "first");
  }
  holder.send("SIGTERM");
  expect((await holder.ended).code).toBe(143);
});

test("77: the store refuses the credentials", async () => {
  const s3 = await startSmallS3(() => refusal(403, "InvalidAccessKeyId"));
  expectSentence(await cli(["run", "k", "--store", s3.url, "--", "true"], s3), 77, "s3://bucket/p");
});

test("78: the store is not fit", async () => {
  const file = join(scratchFolder(), "notes.txt");
  writeFileSync(file, "not a database, but long enough to be looked at as if it were one\n".repeat(99));
  expectSentence(await cli(["run", "k", "--store", `sqlite:${file}`, "--", "true"]), 78, "notes.txt");
});

test("the help lists every one of them", async () => {
  const { code, stdout } = await cli(["run", "--help"]);
  expect(code).toBe(0);
  for (const listed of ["N", "128+N", 126, 127, 64, 65, 69, 70, 74, 75, 76, 77, 78]) {
    expect(stdout).toContain(`\n  ${listed} `);
  }
});

/** Nobody listens there, and nobody did a moment ago. */
async function closedEndpoint(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

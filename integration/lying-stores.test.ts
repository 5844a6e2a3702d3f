/** Stores that take conditional headers and ignore them are found out over the wire, through the real SDK. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createCoordinator, isCoordinationError, probe } from "@fencepost/core";
import { s3Store } from "@fencepost/s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GuardedProcess, startGuarded } from "./servers/guarded-process.ts";

const credentials = { accessKeyId: "anybody", secretAccessKey: "anything" };
const startLimitMs = 120_000;
let emulator: GuardedProcess | undefined;
let endpoint = "";

/** npm's `node` package brings a newer Node than the one that runs the tests. */
async function newerNode(): Promise<string> {
  const ask = ["exec", "--yes", "--package=node@24", "--", "node", "-p", "process.execPath"];
  const { stdout } = await promisify(execFile)("npm", ask, { timeout: startLimitMs });
  return stdout.trim();
}

async function addressOf(process: GuardedProcess): Promise<string> {
  for (;;) {
    process.ended.throwIfAborted();
    const told = /listening at (http:\S+)/.exec(process.output());
    if (told) return told[1] as string;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  const program = fileURLToPath(new URL("./processes/fauxqs.mjs", import.meta.url));
  emulator = startGuarded(await newerNode(), [program], {});
  endpoint = await addressOf(emulator);
  const made = await fetch(`${endpoint}/bucket`, { method: "PUT" });
  expect(made.ok).toBe(true);
}, startLimitMs);
afterAll(() => emulator?.kill());

const emulated = (prefix: string) =>
  s3Store(
    { bucket: "bucket", prefix, endpoint, pathStyle: true, region: "us-east-1" },
    { client: lentClient() },
  );

function lentClient() {
  return {
    config: { credentials, region: "us-east-1" },
    send: () => Promise.reject(new Error("never used")),
  };
}

test("fauxqs is refused before the first lease, with the two answers that prove it", async () => {
  const error: unknown = await createCoordinator(emulated("a"))
    .acquire("x")
    .catch((thrown: unknown) => thrown);
  if (!isCoordinationError(error, "unsupported-store")) throw error;
  expect(error.message).toContain("it is not true that a create of a key that has an object is refused");
  expect(error.message).toMatch(
    /the first create was answered "written".*the second, of the same key, "written"/,
  );
});

test("a probe of fauxqs names each promise that it does not keep", async () => {
  const { ok, checks } = await probe(emulated("b"));
  expect(ok).toBe(false);
  expect(checks.filter((check) => !check.ok).map((check) => check.name)).toEqual([
    "a create of a key that has an object is refused",
    "a replace of the current version is taken, and of an older one refused",
    "a replace of nothing is refused",
    "of 16 creates at once one is taken",
    "of 16 replaces at once one is taken",
  ]);
});

test("nothing of a lease was written to it", async () => {
  const keys: string[] = [];
  for await (const key of emulated("a").list("", {})) keys.push(key);
  expect(keys.filter((key) => key.includes("leases"))).toEqual([]);
});

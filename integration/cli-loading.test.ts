/** What the executable loads: it must start fast, and work where the SDK of another store is not installed. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliEnd, cli, scratchFolder } from "./cli-process.ts";
import { credentials, s3Url } from "./cli-s3.ts";

/** Writes down what is imported, and says of one package that it is not there, in Node's own words. */
const hooks = `
  import { appendFileSync } from "node:fs";
  export async function resolve(specifier, context, next) {
    const { IMPORTED, MISSING } = process.env;
    appendFileSync(IMPORTED, specifier + "\\n");
    if (specifier !== MISSING) return next(specifier, context);
    const message = "Cannot find package '" + specifier + "' imported from somewhere";
    throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
  }
`;
const asUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
const register = asUrl(`import { register } from "node:module"; register(${JSON.stringify(asUrl(hooks))});`);

const packages = [
  "@fencepost/sqlite",
  "better-sqlite3",
  "@fencepost/s3",
  "@aws-sdk/client-s3",
  "@fencepost/gcs",
  "@google-cloud/storage",
];

async function imports(
  args: readonly string[],
  missing = "",
): Promise<CliEnd & { readonly imported: string[] }> {
  const file = join(scratchFolder(), "imported");
  const environment = { ...credentials, IMPORTED: file, MISSING: missing };
  const end = await cli(args, { environment, node: ["--import", register] });
  const seen = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  expect(seen).toContain("../dist/main.js");
  return { ...end, imported: packages.filter((name) => seen.includes(name)) };
}

const sqliteUrl = (): string => `sqlite:${join(scratchFolder(), "leases.db")}`;
/** The discard port: nobody answers there, and nobody needs to. */
const nowhere = "http://127.0.0.1:9";

describe("the package of a store, and what that needs,", () => {
  test.each([["--help"], ["run --help"], ["--version"], ["run k"], ["run k --store memory: -- true"]])(
    "is not loaded by fencepost %s",
    async (typed) => {
      expect((await imports(typed.split(" "))).imported).toEqual([]);
    },
  );

  test.each([
    ["sqlite:", sqliteUrl, ["@fencepost/sqlite", "better-sqlite3"]],
    ["s3:", () => s3Url(nowhere), ["@fencepost/s3", "@aws-sdk/client-s3"]],
    ["gs:", () => `gs://bucket/p?endpoint=${nowhere}`, ["@fencepost/gcs", "@google-cloud/storage"]],
  ])("is loaded for a URL that begins with %s, and no other", async (_, url, expected) => {
    expect((await imports(["status", "k", "--store", url()])).imported).toEqual(expected);
  });

  test.each([
    ["@aws-sdk/client-s3", "s3://bucket"],
    ["@google-cloud/storage", "gs://bucket"],
  ])("is told to be installed where it is not: %s", async (missing, url) => {
    const end = await imports(["status", "k", "--store", url], missing);
    expect(end).toMatchObject({ code: 78, stdout: "" });
    expect(end.stderr).toMatch(/^fencepost: [^\n]+\n$/);
    expect(end.stderr).toContain(`npm install ${missing}`);
  });

  test("is not missed by those who use another store", async () => {
    const end = await imports(["status", "k", "--store", sqliteUrl()], "@aws-sdk/client-s3");
    expect(end).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^k: free, never held\n/),
      stderr: "",
    });
  });
});

test("FENCEPOST_DEBUG shows where an error comes from, which nobody else has to see", async () => {
  const args = ["status", "k", "--store", s3Url(nowhere)];
  const quiet = await cli(args, { environment: credentials });
  expect(quiet.stderr).toMatch(/^fencepost: [^\n]+\n$/);
  const debugging = await cli(args, { environment: { ...credentials, FENCEPOST_DEBUG: "1" } });
  expect(debugging.stderr).toContain("\n    at ");
  expect(debugging.code).toBe(quiet.code);
});

test("the workspace has the command on its path", async () => {
  const said = execFileSync("npx", ["--no-install", "fencepost", "--version"], {
    encoding: "utf8",
    cwd: new URL("..", import.meta.url),
  });
  expect(said).toMatch(/^\d+\.\d+\.\d+/);
});

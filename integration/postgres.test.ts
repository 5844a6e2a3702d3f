/** A token handed to another system: a real PostgreSQL refuses what a holder writes that was stopped past its ttl. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Store } from "@fencepost/core";
import { sqliteStore } from "@fencepost/sqlite";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test, vi } from "vitest";
import { snippetsOf } from "../scripts/snippets.mjs";
import { startActor } from "./processes/actor.ts";
import { type Postgres, startPostgres } from "./servers/postgres.ts";
import { NoServerError } from "./servers/server.ts";

const ttlMs = 3_000;
const waitMs = 60_000;
const folder = mkdtempSync(join(tmpdir(), "fencepost-handed-token-"));
const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");

// The program's lease is on a store that needs no server; what it asks of the database is as it is written.
vi.mock("@fencepost/s3", () => ({
  s3Store: (): Store => sqliteStore(`sqlite:${join(folder, "program.db")}`),
}));

/** What the document tells people to do. */
const [alter = "", update = ""] = snippetsOf("docs/documents.md", textOf("docs/documents.md"))
  .filter(({ language }) => language === "sql")
  .flatMap(({ code }) => code.replace(/^--.*\n/gm, "").split(/;\n/));
const withoutCondition = update.replace(" AND fence <= $2", "");

let postgres: Postgres | undefined;
let client: pg.Client;
let notRun = "";

beforeAll(async () => {
  try {
    postgres = await startPostgres();
  } catch (error) {
    if (!(error instanceof NoServerError) || process.env["CI"]) throw error;
    notRun = error.message;
    console.error(`\nNOT RUN: the suite on PostgreSQL. ${notRun}\n`);
    return;
  }
  console.log(`real server: PostgreSQL ${postgres.version}`);
  client = new pg.Client(postgres.connection);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(async (context) => {
  context.skip(notRun !== "", notRun);
  await client.query("DROP TABLE IF EXISTS ledger");
  await client.query("CREATE TABLE ledger (id integer PRIMARY KEY, balance integer NOT NULL)");
  await client.query("INSERT INTO ledger VALUES (7, 0)");
  await client.query(alter);
});

/** `bigint` comes as a text. */
async function row(): Promise<{ balance: number; fence: number }> {
  const { rows } = await client.query("SELECT balance, fence FROM ledger WHERE id = 7");
  return { balance: rows[0].balance, fence: Number(rows[0].fence) };
}

/** A writes, and is stopped as it is about to write again; B takes over and writes; A goes on. */
async function lateWrite(context: TestContext, statement: string) {
  const place = { url: `sqlite:${join(folder, `${context.task.id}.db`)}`, environment: {} };
  const [a, b] = await Promise.all([
    startActor(context, { name: "A", place }),
    startActor(context, { name: "B", place }),
  ]);
  const { host, user } = postgres?.connection ?? { host: "", user: "" };
  const order = { host, user, lease: "ledger", statement };
  const first = await a.ask("acquire", { key: "ledger", ttlMs });
  const own = [await a.ask("sql", { ...order, value: 1 }), await a.ask("sql", { ...order, value: 2 })];
  a.pause();
  const late = a.ask("sql", { ...order, value: 3 });
  const second = await b.ask("acquire", { key: "ledger", ttlMs, waitMs });
  const successor = await b.ask("sql", { ...order, value: 100 });
  a.resume();
  return { first, second, own, successor, late: await late };
}

test("the program hands its token over as it is written, and is fenced where a newer holder has been", async () => {
  vi.stubGlobal("db", client);
  await import("../examples/programs/08-postgres.ts");
  const { balance, fence } = await row();
  expect(balance).toBe(100);
  expect(fence).toBeGreaterThan(0);

  await client.query("UPDATE ledger SET balance = 5, fence = $1", [Number.MAX_SAFE_INTEGER]);
  vi.resetModules();
  await expect(import("../examples/programs/08-postgres.ts")).rejects.toMatchObject({ code: "fenced" });
  expect(await row()).toEqual({ balance: 5, fence: Number.MAX_SAFE_INTEGER });
  vi.unstubAllGlobals();
});

test("the program and the document show the same statement", () => {
  expect(textOf("examples/programs/08-postgres.ts")).toContain(`"${update}"`);
  expect(textOf("docs/documents.md").split(update)).toHaveLength(3);
});

test("a holder that was stopped past its ttl changes no row after its successor", async (context) => {
  const { first, second, own, successor, late } = await lateWrite(context, update);
  expect(second.token).toBeGreaterThan(first.token ?? Number.NaN);
  expect([...own, successor]).toEqual([{ rows: 1 }, { rows: 1 }, { rows: 1 }]);
  expect(late).toEqual({ rows: 0 });
  expect(await row()).toEqual({ balance: 100, fence: second.token });
});

test("without the condition its late write lands", async (context) => {
  expect(withoutCondition).not.toBe(update);
  const { first, late } = await lateWrite(context, withoutCondition);
  expect(late).toEqual({ rows: 1 });
  expect(await row()).toEqual({ balance: 3, fence: first.token });
});

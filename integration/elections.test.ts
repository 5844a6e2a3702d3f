/** Elections by real processes: eight candidates, the leader killed and stopped in turn, on each kind of store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { type Site, siteOn } from "./chapters/site.ts";
import type { ActorOptions } from "./processes/actor.ts";
import { type Fall, type LeadReport, leadTogether } from "./processes/lead-together.ts";
import { fakeGcs } from "./servers/fake-gcs.ts";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";

const limitMs = 240_000;
const ttlMs = 4_000;
const falls = 10;
const title = `of 8 candidates one leads at a time, though the leader is killed and stopped in turn, ${falls} times`;

/** @param marginMs what a challenger waits beyond a ttl at most: the skew margin, and where times are whole seconds one of these */
async function play(
  context: TestContext,
  name: string,
  place: ActorOptions["place"],
  marginMs: number,
): Promise<void> {
  const report = await leadTogether(context, place, { ttlMs, falls });
  // The last heartbeat was sent up to a third of the ttl before the fall.
  const [least, most] = [(2 * ttlMs) / 3 + 1_000, ttlMs + marginMs];
  console.log(
    `${name}: next leader after ${told(report.falls)} ms, where ${least.toFixed(0)} to ${most} are due and a poll on top`,
  );
  expectOneAtATime(report);
}

function expectOneAtATime({ falls: fallen, terms, standing, observed }: LeadReport): void {
  const tokens = terms.map(({ token }) => token);
  expect(tokens).toEqual([...new Set(tokens)].toSorted((one, other) => one - other));
  expect(tokens.length).toBeGreaterThan(falls);
  const lateWrites = fallen.filter(({ by }) => by === "SIGSTOP").map(({ lateWrite }) => lateWrite);
  expect(lateWrites).toEqual(Array.from({ length: falls / 2 }, () => "refused"));
  expect(fallen.filter(({ by }) => by === "SIGKILL")).toHaveLength(falls / 2);
  const last = terms.at(-1);
  expect(standing).toEqual({ by: last?.leader, token: last?.token });
  // Told while it led, and that nobody does once all have resigned.
  expect(observed).toEqual([expect.any(Number), null]);
}

const told = (all: readonly Fall[]): string =>
  all.map(({ by, nextInMs }) => `${nextInMs.toFixed(0)}${by === "SIGKILL" ? "" : " (stopped)"}`).join(", ");

describe.concurrent("elections", { timeout: limitMs }, () => {
  for (const kind of [minio, fakeGcs]) {
    realServerSuite(kind, { checksMin: 1 }, (server) => {
      let site: Site;
      beforeAll(async () => {
        site = await siteOn(server());
      });
      test(title, (context) => play(context, kind.name, site.place(), 2_000));
    });
  }

  describe("on SQLite", () => {
    const folder = mkdtempSync(join(tmpdir(), "fencepost-lead-sqlite-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    test(title, (context) =>
      play(context, "SQLite", { url: `sqlite:${join(folder, "lead.db")}`, environment: {} }, 1_000),
    );
  });
});

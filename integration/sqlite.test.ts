/** SQLite has no server and no wire: its requests are those of the store's port, and what is lost is a process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCoordinator } from "@fencepost/core";
import { sqliteStore } from "@fencepost/sqlite";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  countTogether,
  each,
  expectExact,
  key,
  startCounter,
  startCounters,
} from "./processes/count-together.ts";
import type { Counter } from "./processes/deeds.ts";
import { expectOnce, onceTogether } from "./processes/once-together.ts";
import { callsOf, explained, figuresOf, requestsOf } from "./processes/update-figures.ts";

const limitMs = 300_000;
const pollMs = 20;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fencepost-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (): string => join(folder, "store.db");
const place = () => ({ url: `sqlite:${path()}`, environment: {} });

/** Read by SQLite itself. */
function witnessed(): Counter {
  const database = new Sqlite(path(), { readonly: true });
  try {
    const body = database
      .prepare<[string], Buffer>("SELECT body FROM objects WHERE key = ?")
      .pluck()
      .get(key);
    return JSON.parse(String(body)) as Counter;
  } finally {
    database.close();
  }
}

describe("8 processes that add one to a document in SQLite 200 times each", () => {
  test("count to 1,600, and ask for what their rounds explain", { timeout: limitMs }, async (context) => {
    const reports = await countTogether(context, place());
    const requests = requestsOf(reports);
    console.log(`SQLite: ${figuresOf(callsOf(reports), requests)} (of the port: it has no wire)`);
    expectExact(witnessed());
    expect(requests).toBe(explained(callsOf(reports)));
  });

  test("count to 1,600 although two are killed at it, and others go on for them", {
    timeout: limitMs,
  }, async (context) => {
    await createCoordinator(sqliteStore(place().url))
      .document(key)
      .update(() => ({ total: 0, by: {} }));
    const actors = await startCounters(context, place());
    const [first, second, ...others] = actors;
    const counted = others.map((actor) => actor.ask("count", { key, times: each }));
    for (const victim of [first, second]) {
      if (!victim) throw new Error("there are eight");
      const cut = expect(victim.ask("count", { key, times: each })).rejects.toThrow("SIGKILL");
      while ((witnessed().by[victim.name] ?? 0) < each / 4)
        await sleep(pollMs, undefined, { signal: context.signal });
      await victim.kill();
      await cut;
      expect(witnessed().by[victim.name]).toBeLessThan(each);
      const successor = await startCounter(context, place(), victim.name);
      counted.push(successor.ask("count", { key, times: each }));
    }
    const reports = await Promise.all(counted);
    console.log(`SQLite, two killed: ${figuresOf(callsOf(reports), requestsOf(reports))}`);
    expectExact(witnessed());
  });
});

test("8 processes do each of 20 things in SQLite at most once, killed and stopped, and say what nobody can tell", {
  timeout: limitMs,
}, async (context) => {
  expectOnce(await onceTogether(context, place()));
});

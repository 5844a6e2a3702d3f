/** Races between processes of this machine for one SQLite file, and that such a race can be lost. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStore } from "@fencepost/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
// As built: a process of its own cannot run the sources.
import { processRaces, raceFigures } from "../packages/testing/dist/index.js";

const storeModule = new URL("./races/stores.mjs", import.meta.url);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fencepost-races-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What the races left behind. */
async function keysIn(path: string): Promise<readonly string[]> {
  const store = sqliteStore({ path });
  const keys: string[] = [];
  for await (const key of store.list("", {})) keys.push(key);
  store.close();
  return keys;
}

/** Whether a process of that id is there: signal 0 only asks. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("16 processes on one SQLite file", () => {
  test("have one winner in each of 50 creates and 50 replaces, and add up to exactly 200", async () => {
    const report = await processRaces({
      storeModule,
      exportName: "openSqlite",
      argument: join(folder, "store.db"),
    });
    console.log(`SQLite, ${raceFigures(report)}`);
    expect(new Set(report.pids).size).toBe(16);
    for (const rounds of [report.creates, report.replaces]) {
      expect(rounds.map(({ winners }) => winners.length)).toEqual(Array.from({ length: 50 }, () => 1));
      // A race in which nobody met shows nothing; on a busy machine a few may be like that.
      expect(rounds.filter(({ atOnce }) => atOnce > 1).length).toBeGreaterThan(25);
    }
    expect(report.increments).toEqual({ counted: 200, distinct: 200, expected: 200 });
    expect(report.ok).toBe(true);
    expect(report.pids.filter(isThere)).toEqual([]);
    expect(await keysIn(join(folder, "store.db"))).toEqual([]);
  });

  test("have several winners, and lose increments, where each checks the condition by itself", async () => {
    const report = await processRaces({
      storeModule,
      exportName: "openCheckThenWrite",
      argument: join(folder, "store.db"),
      rounds: 10,
    });
    console.log(`a broken store, ${raceFigures(report)}`);
    expect(report.ok).toBe(false);
    expect(report.creates.filter(({ winners }) => winners.length > 1).length).toBeGreaterThan(0);
    expect(report.replaces.filter(({ winners }) => winners.length > 1).length).toBeGreaterThan(0);
    expect(report.increments.counted).toBeLessThan(200);
  });
});

describe("a race of processes that fails", () => {
  const race = { storeModule, processes: 2, rounds: 1 };

  test("names the function that the store's module does not have", async () => {
    await expect(processRaces({ ...race, exportName: "openNothing" })).rejects.toThrow(
      /^process \d+: TypeError: .*stores\.mjs exports no function "openNothing": it must open and give back the store$/,
    );
  });

  test("says which process ended, and how, when one ends early", async () => {
    await expect(processRaces({ ...race, exportName: "openAndExit" })).rejects.toThrow(
      /^process \d+ exited with 3 before it answered$/,
    );
  });

  test("ends at its limit, and kills a process that hangs", async () => {
    const running = processRaces({ ...race, exportName: "openAndHang", limitMs: 1_500 });
    await expect(running).rejects.toThrow("did not end within 1500 ms");
  });

  test("ends with the reason of the signal that it was given", async () => {
    const end = new AbortController();
    const running = processRaces({ ...race, exportName: "openAndHang", signal: end.signal });
    end.abort("enough");
    await expect(running).rejects.toBe("enough");
  });
});

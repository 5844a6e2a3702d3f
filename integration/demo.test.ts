/** The demo, as `npm run demo` starts it: real processes, killed, frozen and woken. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../packages/cli/src/demo/ledger/check.ts";
import { appendEntry, readLedger } from "../packages/cli/src/demo/ledger/ledger.ts";
import { termsOf } from "../packages/cli/src/demo/ledger/terms.ts";
import { type Demo, startDemo, workersIn } from "./processes/demo.ts";

/** Signal 0 asks whether there is such a process. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let temporary = "";
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "fencepost-demo-test-"));
});
afterAll(() => rmSync(temporary, { recursive: true }));
const left = (): readonly string[] =>
  readdirSync(temporary).filter((name) => name.startsWith("fencepost-demo-"));

describe("the whole play", () => {
  let demo: Demo;
  let ledger = "";
  let code: number | null;

  beforeAll(async () => {
    ledger = join(temporary, "ledger.jsonl");
    demo = startDemo({ temporary }, "--ledger", ledger);
    code = await demo.ended;
  });

  test("succeeds", () => {
    expect(demo.output()).not.toContain("FAILED");
    expect(code).toBe(0);
  });

  test("three processes hold the lease one after the other, with growing tokens", () => {
    const terms = termsOf(readLedger(ledger));
    const tokens = terms.map(({ token }) => token);
    expect(tokens).toHaveLength(3);
    expect(tokens).toEqual([...new Set(tokens)].sort((one, other) => one - other));
    expect([...new Set(terms.map(({ pid }) => pid))].sort()).toEqual([...workersIn(demo.output())].sort());
  });

  test("the frozen holder learns that it lost because it was frozen, and the last one releases", () => {
    const [, second, third] = termsOf(readLedger(ledger)).map(({ worker }) => worker);
    expect(demo.output()).toContain(`${second} learns that it lost the lease: frozen`);
    expect(demo.output()).toContain(`${second} writes to the page all the same: refused`);
    expect(demo.output()).toContain("✓ the store refused what was sent to the page after a loss");
    expect(demo.output()).toMatch(new RegExp(`${third} is done after \\d+ entries and releases: released`));
  });

  test("its ledger holds every claim, and is refused with an entry of the frozen holder at its end", () => {
    const entries = readLedger(ledger);
    const [, frozen] = termsOf(entries);
    const last = entries.at(-1);
    const stale = frozen?.entries.at(-1);
    if (!last || !stale) throw new Error("the ledger has no second holder");
    const run = {
      entries,
      losses: [],
      lateWrites: [{ worker: stale.worker, token: stale.token, answer: "refused" }],
      pageToken: last.token,
      holders: 3,
    };
    expect(violations(run)).toEqual([]);

    const late = { ...stale, sequence: last.sequence + 1, atMs: last.atMs + 1 };
    expect(violations({ ...run, entries: [...entries, late] })).toEqual([
      expect.stringMatching(/began \d+ ms before .* was over/),
      expect.stringMatching(/was written after token \d+ had been used/),
    ]);
  });

  test("a screen of 80 columns is enough, and a pipe gets no colours", () => {
    expect(
      demo
        .output()
        .split("\n")
        .filter((line) => line.length > 80 && !line.includes(ledger)),
    ).toEqual([]);
    expect(demo.output()).not.toContain("\u001b");
  });

  test("no process and no file is left but the ledger that was to be kept", () => {
    expect(workersIn(demo.output()).filter(lives)).toEqual([]);
    expect(existsSync(ledger)).toBe(true);
    expect(left()).toEqual([]);
  });
});

test("a run fails if somebody writes under a token that is not the holder's any more", async () => {
  const ledger = join(temporary, "planted.jsonl");
  const demo = startDemo({ temporary }, "--ledger", ledger);
  await expect.poll(demo.output, { timeout: 60_000, interval: 50 }).toContain("SIGCONT");
  const stale = termsOf(readLedger(ledger))[1]?.entries.at(-1);
  if (!stale) throw new Error("the ledger has no second holder");
  appendEntry(ledger, { ...stale, kind: "work" });

  expect(await demo.ended).toBe(1);
  expect(demo.output()).toContain("✗ nothing was written after a loss, an end or a newer grant");
  expect(demo.output()).toContain("FAILED");
  expect(left()).toEqual([]);
});

test("when it is interrupted while a worker is frozen, all end, and nothing is left", async () => {
  const demo = startDemo({ temporary });
  await expect.poll(demo.output, { timeout: 60_000, interval: 50 }).toContain("SIGSTOP");
  const workers = workersIn(demo.output());
  expect(workers.filter(lives).length).toBe(2);

  demo.child.kill("SIGINT");
  // npm hands on what the terminal has sent already.
  demo.child.kill("SIGINT");
  expect(await demo.ended).toBe(130);
  expect(workers.filter(lives)).toEqual([]);
  expect(left()).toEqual([]);
});

test.each([
  ["a store that no other process can see", ["--store", "memory:"], "lives in one process"],
  ["a store that is none", ["--store", "nowhere"], 'unknown store "nowhere"; write'],
  ["an unknown option", ["--stoer", "x"], "--stoer"],
])("%s is wrong usage", async (_, args, sentence) => {
  const demo = startDemo({ temporary }, ...args);
  expect(await demo.ended).toBe(64);
  expect(demo.output()).toContain(sentence);
});

test("a store that cannot be used ends it with the sentence and the exit code of that failure", async () => {
  const file = join(temporary, "notes.txt");
  writeFileSync(file, "this file is not a database, and long enough for everybody to see that".repeat(10));
  const demo = startDemo({ temporary }, "--store", `sqlite:${file}`);
  expect(await demo.ended).toBe(78);
  expect(demo.output()).toContain("the file is not a database");
  expect(left()).toEqual([]);
});

/**
 * What real processes did on one SQLite file, by their own account, judged by the history checker; and the same with a rule
 * taken out, so that it is seen to find what it is there for, and to draw it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkHistory, type History, renderHistory, type Violation } from "@fencepost/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordedProcess, runRecorded } from "./processes/recorded.ts";

const limitMs = 60_000;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fencepost-history-"));
});
afterEach(({ task }) => {
  // What a failed run wrote and drew is kept.
  if (task.result?.state !== "fail") rmSync(folder, { recursive: true });
});

const url = (): string => `sqlite:${join(folder, "store.db")}`;
const count = (processes: readonly RecordedProcess[]): Promise<History> =>
  runRecorded({ program: "recorded-counter.mjs", url: url(), key: "visits", folder, processes, limitMs });
const lease = (processes: readonly RecordedProcess[]): Promise<History> =>
  runRecorded({ program: "recorded-lease.mjs", url: url(), key: "nightly", folder, processes, limitMs });

/** Draws what is wrong, and gives it back. */
function drawn(history: History): readonly Violation[] {
  const report = checkHistory(history);
  expect(report.undecided).toEqual([]);
  for (const violation of report.violations) {
    const path = join(folder, `${violation.kind}.svg`);
    writeFileSync(path, renderHistory(history, violation));
    console.log(`${violation.kind}: ${violation.because}`);
    expect(readFileSync(path, "utf8")).toMatch(/^<svg .*<\/svg>$/s);
  }
  return report.violations;
}
const applied = ({ operations }: History): number =>
  operations.filter((each) => each.kind === "cas" && each.answer?.applied).length;
const granted = ({ operations }: History): number =>
  operations.filter((each) => each.kind === "acquire" && each.answer?.token != null).length;

test("six processes count by compare-and-set, one is killed at it, and no order is missing", async () => {
  const history = await count([
    ...["a", "b", "c", "d", "e"].map((name) => ({ name, told: [40] })),
    { name: "killed", told: [1_000], killedAfterLines: 60 },
  ]);
  expect(drawn(history), `kept in ${folder}`).toEqual([]);
  expect(applied(history)).toBeGreaterThanOrEqual(5 * 40);
  expect(new Set(history.operations.map(({ process }) => process)).size).toBe(6);
});

test("without the condition of a write an update is lost, found, and drawn", async () => {
  const without = "sqlite-write-without-condition";
  const history = await count(["a", "b", "c", "d"].map((name) => ({ name, told: [40], without })));
  expect(drawn(history)).toMatchObject([{ kind: "lost-update", key: "visits" }]);
});

test("four processes take one lease in turn: it never overlaps, and its tokens grow", async () => {
  const history = await lease(["a", "b", "c", "d"].map((name) => ({ name, told: [3, 3_000, 100] })));
  expect(drawn(history), `kept in ${folder}`).toEqual([]);
  expect(granted(history)).toBe(4 * 3);
});

test("a challenger that judges by a ttl of its own takes a lease that is held: found, and drawn", async () => {
  const history = await lease([
    { name: "holder", told: [1, 30_000, 7_000] },
    { name: "challenger", after: "holder", told: [1, 30_000, 1_000], without: "own-ttl" },
  ]);
  expect(drawn(history)).toMatchObject([{ kind: "overlapping-leases", key: "nightly" }]);
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appendEntry, parseLedger, readLedger } from "./ledger.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fencepost-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = { kind: "work", worker: "A", pid: 101, token: 1, atMs: 10.5, trustedUntilMs: 20 } as const;

test("each entry is a line of its own and has the number after the last one's", () => {
  const path = join(folder, "ledger.jsonl");
  appendEntry(path, { ...entry, kind: "begin" });
  expect(appendEntry(path, entry).sequence).toBe(2);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
  expect(readLedger(path)).toEqual([
    { ...entry, kind: "begin", sequence: 1 },
    { ...entry, sequence: 2 },
  ]);
});

test("an entry is taken whatever its token", () => {
  const path = join(folder, "ledger.jsonl");
  appendEntry(path, { ...entry, token: 2 });
  appendEntry(path, { ...entry, token: 1 });
  expect(readLedger(path).map(({ token }) => token)).toEqual([2, 1]);
});

test.each([
  ["a line that was cut off", '{"sequence":2,"kind":"wo'],
  ["a line without a token", JSON.stringify({ sequence: 2, ...entry, token: undefined })],
  ["a line of an unknown kind", JSON.stringify({ sequence: 2, ...entry, kind: "pause" })],
  ["a line whose time is no number", JSON.stringify({ sequence: 2, ...entry, atMs: "10" })],
  ["a line that is no object", "null"],
])("%s is not read over", (_, line) => {
  const text = `${JSON.stringify({ sequence: 1, ...entry })}\n${line}\n`;
  expect(() => parseLedger(text)).toThrow("line 2 of the ledger is not an entry");
});

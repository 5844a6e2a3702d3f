import picocolors from "picocolors";
import { expect, test } from "vitest";
import { termsOf } from "../ledger/terms.ts";
import { paintFor } from "./paint.ts";
import { closing, failure, ledgerTable, opening, type Play, verdict } from "./summary.ts";
import type { Canvas } from "./timeline.ts";

const canvas: Canvas = { paint: paintFor(picocolors.createColors(false)), width: 80, startMs: 0 };
const fits = (lines: readonly string[]): boolean => lines.every((line) => line.length <= canvas.width);

const play: Play = {
  key: "demo/1f2e",
  ttlMs: 3_000,
  store: "s3://bucket/prefix",
  storeStays: true,
  ledger: undefined,
};

test("the opening says what will happen, where, and for how long", () => {
  const lines = opening(play, canvas);
  expect(fits(lines)).toBe(true);
  expect(lines.join("\n")).toContain("lease   demo/1f2e, for 3 s after each renewal (its ttl)");
  expect(lines.join("\n")).toContain("store   s3://bucket/prefix");
});

test("the ledger has a row for each grant: who, token, entries, times, a bar where it lay in time, and its end", () => {
  const token = 1_790_000_000_000;
  const entry = { kind: "work", worker: "B", pid: 102, trustedUntilMs: 0 } as const;
  const terms = termsOf([
    { ...entry, sequence: 1, token, atMs: 0 },
    { ...entry, sequence: 2, token, atMs: 5_000 },
    { ...entry, sequence: 3, token: token + 1, worker: "C", pid: 103, atMs: 9_000 },
    { ...entry, sequence: 12, token: token + 1, worker: "C", pid: 103, atMs: 10_000 },
  ]);
  const lines = ledgerTable(terms, { B: "lost: frozen", C: "released" }, canvas);
  expect(fits(lines)).toBe(true);
  expect(lines.slice(-3)).toEqual([
    "  who  token          entries  seconds",
    "  B    1790000000000  1–2       0.0 –  5.0   ██████████·········  lost: frozen",
    "  C    1790000000001  3–12      9.0 – 10.0   ················███  released",
  ]);
});

test("a claim that holds has a tick; one that does not, a cross and what contradicts it", () => {
  const lines = verdict(
    [
      { claim: "tokens grow", violations: [] },
      { claim: "no overlap", violations: ["C (token 3) began 100 ms before B (token 2) was over"] },
    ],
    canvas,
  );
  expect(lines.slice(-3)).toEqual([
    "  ✓ tokens grow",
    "  ✗ no overlap",
    "      C (token 3) began 100 ms before B (token 2) was over",
  ]);
});

test("the closing says what was shown, and what no lease can do", () => {
  const lines = closing(play, canvas);
  expect(fits(lines)).toBe(true);
  expect(lines.join(" ").replaceAll(/\s+/g, " ")).toContain(
    "only the store can stop a writer that does not know",
  );
});

test("a record that stays in the store is told of", () => {
  const text = (storeStays: boolean): string => closing({ ...play, storeStays }, canvas).join("\n");
  expect(text(true)).toContain("demo/1f2e");
  expect(text(false)).not.toContain("demo/1f2e");
});

test("a failure says so first, and stays within the screen", () => {
  const lines = failure(`the store was silent ${"for very long ".repeat(12)}`, canvas);
  expect(fits(lines)).toBe(true);
  expect(lines[1]).toMatch(/^FAILED {2}the store was silent/);
});

import { expect, test } from "vitest";
import type { Entry } from "./ledger.ts";
import { termsOf } from "./terms.ts";

const entry = (change: Partial<Entry>): Entry => ({
  sequence: 1,
  kind: "work",
  worker: "A",
  pid: 101,
  token: 1,
  atMs: 1_000,
  trustedUntilMs: 3_000,
  ...change,
});

test("a holder that fell silent may have believed in its lease until its last renewal was too old", () => {
  const [term] = termsOf([entry({}), entry({ atMs: 2_000, trustedUntilMs: 4_000 })]);
  expect(term).toMatchObject({ fromMs: 1_000, lastEntryMs: 2_000, believedUntilMs: 4_000 });
});

test("a holder that ended its work believed in its lease until then, and no longer", () => {
  const [term] = termsOf([entry({}), entry({ kind: "end", atMs: 2_000, trustedUntilMs: 4_000 })]);
  expect(term).toMatchObject({ believedUntilMs: 2_000 });
});

test("a token that two processes used makes two terms", () => {
  expect(termsOf([entry({}), entry({ pid: 102 })])).toHaveLength(2);
});

test("terms come in the order in which they begin", () => {
  const terms = termsOf([entry({ token: 2, atMs: 5_000 }), entry({ atMs: 1_000 })]);
  expect(terms.map(({ token }) => token)).toEqual([1, 2]);
});

import { describe, expect, test } from "vitest";
import { check, type Evidence, violations } from "./check.ts";
import type { Entry } from "./ledger.ts";

/** A renewal is trusted for so long. */
const trustMs = 2_550;
const paceMs = 200;

interface Told {
  readonly worker: string;
  readonly pid: number;
  readonly token: number;
  readonly fromMs: number;
  /** Whether it stopped of its own will. */
  readonly ends?: boolean;
}

/** Four entries of one holder, not numbered yet. */
function written({ worker, pid, token, fromMs, ends = false }: Told): readonly Entry[] {
  return (["begin", "work", "work", ends ? "end" : "work"] as const).map((kind, index) => {
    const atMs = fromMs + index * paceMs;
    return { sequence: 0, kind, worker, pid, token, atMs, trustedUntilMs: fromMs + trustMs };
  });
}

const numbered = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry, index) => ({ ...entry, sequence: index + 1 }));

const killed: Told = { worker: "A", pid: 101, token: 1, fromMs: 1_000 };
const frozen: Told = { worker: "B", pid: 102, token: 2, fromMs: 5_000 };
const finisher: Told = { worker: "C", pid: 103, token: 3, fromMs: 9_000, ends: true };
const wokenMs = 9_300;

/** A run as it should be, but for what is changed in it. */
function run(...terms: readonly Told[]): Evidence {
  return {
    entries: numbered((terms.length === 0 ? [killed, frozen, finisher] : terms).flatMap(written)),
    losses: [{ token: frozen.token, atMs: wokenMs }],
    lateWrites: [{ worker: frozen.worker, token: frozen.token, answer: "refused" }],
    pageToken: Math.max(...(terms.length === 0 ? [finisher] : terms).map(({ token }) => token)),
    holders: 3,
  };
}

/** The run with its entries changed, and numbered anew. */
function planted(change: (entries: Entry[]) => Entry[]): Evidence {
  return { ...run(), entries: numbered(change([...run().entries])) };
}

test("a run in which each held the lease in its turn contradicts no claim", () => {
  expect(violations(run())).toEqual([]);
  expect(check(run()).map(({ claim }) => claim)).toHaveLength(6);
});

describe("take-overs", () => {
  test("an empty ledger shows nothing", () => {
    expect(violations({ ...run(), entries: [] })).toEqual(["the ledger is empty, so nothing was shown"]);
  });

  test("a take-over that did not happen is missed", () => {
    expect(violations(run(killed, frozen))).toEqual([
      "3 processes were to hold it once each; the ledger shows 2 grants to 2",
    ]);
  });

  test("three grants of which one process had two are no three take-overs", () => {
    expect(violations(run(killed, frozen, { ...finisher, pid: killed.pid }))).toEqual([
      "3 processes were to hold it once each; the ledger shows 3 grants to 2",
    ]);
  });
});

describe("tokens", () => {
  test("a token that is granted twice is refused", () => {
    expect(violations(run(killed, frozen, { ...finisher, token: frozen.token }))).toContain(
      "C (token 2) came after B (token 2): a token must be larger than all before it",
    );
  });

  test("a token that is smaller than an earlier one is refused, whichever grant came in between", () => {
    expect(violations(run({ ...killed, token: 7 }, frozen, finisher))).toEqual(
      expect.arrayContaining([
        "B (token 2) came after A (token 7): a token must be larger than all before it",
        "C (token 3) came after A (token 7): a token must be larger than all before it",
      ]),
    );
  });
});

describe("overlap", () => {
  test("a grant between the entries of another holder is refused", () => {
    expect(violations(run(killed, { ...frozen, fromMs: 1_300 }, finisher))).toContain(
      "B (token 2) began 2250 ms before A (token 1) was over",
    );
  });

  test("a grant after the last entry of a holder that could still trust its lease is refused", () => {
    const tooEarlyMs = killed.fromMs + trustMs - 1;
    expect(violations(run(killed, { ...frozen, fromMs: tooEarlyMs }, finisher))).toEqual([
      "B (token 2) began 1 ms before A (token 1) was over",
    ]);
    expect(violations(run(killed, { ...frozen, fromMs: tooEarlyMs + 2 }, finisher))).toEqual([]);
  });

  test("a holder that stopped of its own will may be followed at once", () => {
    expect(violations(run({ ...killed, ends: true }, { ...frozen, fromMs: 1_700 }, finisher))).toEqual([]);
  });

  test("an overlap with a holder before the last one is seen, too", () => {
    const long = { ...killed, token: 1, fromMs: 1_000 };
    const evidence = run(long, frozen, finisher);
    const entries = evidence.entries.map((entry) =>
      entry.pid === long.pid ? { ...entry, trustedUntilMs: 9_100 } : entry,
    );
    expect(violations({ ...evidence, entries })).toEqual([
      "B (token 2) began 4100 ms before A (token 1) was over",
      "C (token 3) began 100 ms before A (token 1) was over",
    ]);
  });

  test("a grant whose begin is missing, or is not alone, cannot be placed in time", () => {
    const unopened = planted((entries) => entries.filter(({ kind, pid }) => kind !== "begin" || pid !== 102));
    const twice = planted((entries) =>
      entries.map((entry) => (entry.sequence === 6 ? { ...entry, kind: "begin" } : entry)),
    );
    for (const evidence of [unopened, twice]) {
      expect(violations(evidence)).toEqual([
        "B (token 2) has not one begin, at its start, so nobody can tell since when it held the lease",
      ]);
    }
  });
});

describe("late entries", () => {
  const late = (of: Told, atMs: number): Entry => ({
    ...(written(of)[1] as Entry),
    atMs,
    trustedUntilMs: 0,
  });

  test("an entry after its holder knew of its loss is refused", () => {
    const evidence = planted((entries) => [...entries.slice(0, 8), late(frozen, 8_000), ...entries.slice(8)]);
    expect(violations({ ...evidence, losses: [{ token: 2, atMs: 7_900 }] })).toEqual([
      "entry 9 of B (token 2) was written 100 ms after its holder knew of its loss",
    ]);
  });

  test("an entry of a woken holder under a token that a newer grant has replaced is refused", () => {
    const evidence = planted((entries) => [...entries.slice(0, 9), late(frozen, 9_100), ...entries.slice(9)]);
    expect(violations({ ...evidence, losses: [] })).toEqual([
      "C (token 3) began 100 ms before B (token 2) was over",
      "entry 10 of B (token 2) was written after token 3 had been used",
    ]);
  });

  test("an entry after the end of its own term is refused", () => {
    const evidence = planted((entries) => [...entries, late(finisher, 10_000)]);
    expect(violations(evidence)).toEqual(["entry 13 of C (token 3) was written after its end"]);
  });
});

describe("the page", () => {
  test("a write after a loss that the store took is refused", () => {
    const lateWrites = [{ worker: "B", token: 2, answer: "written" }];
    expect(violations({ ...run(), lateWrites })).toEqual([
      'a write of B (token 2) after its loss was answered "written"',
    ]);
  });

  test("an answer that is neither yes nor no shows nothing", () => {
    const lateWrites = [{ worker: "B", token: 2, answer: "unknown" }];
    expect(violations({ ...run(), lateWrites })).toHaveLength(1);
  });

  test("a run in which nobody tried shows nothing", () => {
    expect(violations({ ...run(), lateWrites: [] })).toEqual([
      "nobody tried to write to the page after a loss, so nothing was shown",
    ]);
  });

  test("a page that does not bear the last holder's token is refused", () => {
    expect(violations({ ...run(), pageToken: 2 })).toEqual([
      "the page bears token 2, and token 3 wrote last",
    ]);
    expect(violations({ ...run(), pageToken: undefined })).toHaveLength(1);
  });
});

describe("numbers", () => {
  test("a number that is given twice tells of two writers at once", () => {
    const entries = run().entries.map((entry) => (entry.sequence > 6 ? { ...entry, sequence: 6 } : entry));
    expect(violations({ ...run(), entries })[0]).toBe(
      "entry 7 is numbered 6: two must have been written at once, or one is gone",
    );
  });

  test("an entry that is gone leaves a gap", () => {
    const entries = run().entries.filter(({ sequence }) => sequence !== 11);
    expect(violations({ ...run(), entries })).toEqual([
      "entry 11 is numbered 12: two must have been written at once, or one is gone",
    ]);
  });
});

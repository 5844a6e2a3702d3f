import { expect, test } from "vitest";
import { historyOfRows, type Row } from "../../test/history-of-rows.ts";
import { plantedViolations } from "../../test/planted-violations.ts";
import { simulatedRegister } from "../../test/simulated-register.ts";
import { checkHistory } from "./check-history.ts";
import type { Operation } from "./operation.ts";

test.each(plantedViolations)("$what: $kind", ({ rows, kind, shownBy }) => {
  const report = checkHistory(historyOfRows(rows));
  expect(report.outcome).toBe("violated");
  expect(report.violations.map((violation) => violation.kind)).toEqual([kind]);
  const [violation] = report.violations;
  expect(new Set(violation?.operations.map(({ process }) => process))).toEqual(new Set(shownBy));
  expect(violation?.because).toMatch(/^[^\n]{20,400}[^.\n]$/);
});

test("every kind of violation is planted", () => {
  expect(new Set(plantedViolations.map(({ kind }) => kind)).size).toBe(8);
});

const none: Row[] = [];
const lease = { kind: "acquire", key: "x" };
test.each<[string, readonly Row[]]>([
  ["nothing happened", none],
  [
    "grants overlap in time, so that no order of their tokens is known",
    [
      ["a", 1, 5, lease, { token: 2 }],
      ["b", 2, 6, lease, { token: 1 }],
      ["c", 2, 6, lease, { token: null }],
    ],
  ],
  [
    "a holder is unsure after a pause in which another held the lease",
    [
      ["a", 1, 2, { kind: "hold", key: "x", token: 1 }, {}],
      ["a", 3, 0, { kind: "hold", key: "x", token: 1 }],
      ["b", 4, 5, { kind: "hold", key: "x", token: 2 }, {}],
    ],
  ],
  [
    "an old holder's write is refused, and another's answer is lost",
    [
      ["b", 1, 2, { kind: "fenced-write", key: "x", token: 2 }, { accepted: true }],
      ["a", 3, 4, { kind: "fenced-write", key: "x", token: 1 }, { accepted: false }],
      ["a", 5, 0, { kind: "fenced-write", key: "x", token: 1 }],
    ],
  ],
  [
    "an unanswered write takes effect after everything else",
    [
      ["a", 1, 0, { kind: "write", key: "x", value: "late" }],
      ["b", 2, 3, { kind: "write", key: "x", value: "soon" }, {}],
      ["b", 4, 5, { kind: "read", key: "x" }, { value: "soon" }],
      ["b", 6, 7, { kind: "read", key: "x" }, { value: "late" }],
    ],
  ],
  [
    "one was sure at the very moment at which another began: no clock tells which came first",
    [
      ["a", 1, 5, { kind: "hold", key: "x", token: 1 }, {}],
      ["b", 1, 0, { kind: "hold", key: "x", token: 2 }],
    ],
  ],
  [
    "two unanswered operations explain one read, and only one of them another",
    [
      ["a", 1, 0, { kind: "write", key: "x", value: 1 }],
      ["b", 2, 0, { kind: "cas", key: "x", expected: null, value: 1 }],
      ["c", 3, 4, { kind: "read", key: "x" }, { value: 1 }],
      ["c", 5, 6, { kind: "write", key: "x", value: 5 }, {}],
      ["c", 7, 8, { kind: "read", key: "x" }, { value: 1 }],
    ],
  ],
  [
    "keys have nothing to do with each other",
    [
      ["a", 1, 2, { kind: "write", key: "x", value: 1 }, {}],
      ["a", 3, 4, { kind: "read", key: "__proto__" }, { value: null }],
    ],
  ],
])("it is clean where %s", (_, rows) => {
  expect(checkHistory(historyOfRows(rows))).toMatchObject({
    outcome: "clean",
    violations: [],
    undecided: [],
  });
});

test("a register begins with what the caller says", () => {
  const history = historyOfRows([["a", 1, 2, { kind: "increment", key: "n", by: 2 }, { value: 42 }]]);
  expect(checkHistory(history).outcome).toBe("violated");
  expect(checkHistory(history, { initial: { n: 40 } }).outcome).toBe("clean");
});

test("one lost update among 10,000 operations is found and named, whatever answers are missing", async () => {
  const { operations } = await simulatedRegister({
    seed: 3,
    processes: 8,
    operations: 10_000,
    lostAnswers: 0.08,
    next: (_, id) => id,
  });
  const at = operations.findIndex(
    (each, index) => index > 9_000 && each.kind === "cas" && each.answer?.applied === false,
  );
  const lying = { ...operations[at], answer: { applied: true } } as Operation;
  const report = checkHistory({ operations: operations.with(at, lying) });
  expect(report.violations).toMatchObject([{ kind: "lost-update" }]);
  expect(report.states).toBeLessThan(3 * 10_000);
}, 60_000);

test("a search that grows too large is given up, and said to be undecided", () => {
  const writes = Array.from(
    { length: 12 },
    (_, index): Row => [`p${index}`, 1, 50, { kind: "write", key: "x", value: index }, {}],
  );
  const history = historyOfRows([...writes, ["r", 60, 61, { kind: "read", key: "x" }, { value: "nowhere" }]]);
  expect(checkHistory(history, { statesMax: 1_000 })).toMatchObject({
    outcome: "undecided",
    undecided: ["x"],
    violations: [],
    states: 1_000,
  });
  expect(checkHistory(history).violations).toMatchObject([{ kind: "value-from-nowhere" }]);
  expect(() => checkHistory(history, { statesMax: 0 })).toThrow("statesMax is 0; it must be");
});

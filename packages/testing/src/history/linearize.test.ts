import fc from "fast-check";
import { expect, test } from "vitest";
import { isLinearizableByDefinition } from "../../test/brute-force.ts";
import { simulatedRegister } from "../../test/simulated-register.ts";
import { checkHistory } from "./check-history.ts";
import { linearize } from "./linearize.ts";
import type { RegisterValue } from "./operation.ts";
import type { RegisterOperation } from "./register.ts";

const initial = 0;
const value = fc.integer({ min: 0, max: 2 });
const call = fc.oneof(
  fc.record({
    kind: fc.constant("read" as const),
    answer: fc.option(fc.record({ value }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("write" as const),
    value,
    answer: fc.option(fc.constant({}), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("cas" as const),
    expected: value,
    value,
    answer: fc.option(fc.record({ applied: fc.boolean() }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("increment" as const),
    by: fc.constantFrom(1, -1),
    answer: fc.option(fc.record({ value }), { nil: undefined }),
  }),
);
const smallHistory = fc
  .array(fc.tuple(call, fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 5 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((calls) =>
    calls.map(
      ([asked, invokedAtMs, tookMs], id): RegisterOperation =>
        ({
          ...asked,
          key: "x",
          process: "p",
          id,
          invokedAtMs,
          returnedAtMs: asked.answer === undefined ? Number.POSITIVE_INFINITY : invokedAtMs + tookMs,
        }) as RegisterOperation,
    ),
  );

test("it agrees with the definition, tried out, on small histories with unanswered operations", () => {
  const counts = { linearizable: 0, "not-linearizable": 0, undecided: 0, unanswered: 0 };
  fc.assert(
    fc.property(smallHistory, (operations) => {
      const { outcome } = linearize(operations, initial, 100_000);
      counts[outcome] += 1;
      counts.unanswered += operations.some(({ answer }) => answer === undefined) ? 1 : 0;
      expect(outcome === "linearizable").toBe(isLinearizableByDefinition(operations, initial));
    }),
    { numRuns: 3_000 },
  );
  expect(counts.undecided).toBe(0);
  expect(Math.min(counts.linearizable, counts["not-linearizable"], counts.unanswered)).toBeGreaterThan(300);
});

const unique = (_: RegisterValue, id: string): RegisterValue => id;
const counted = (seen: RegisterValue): RegisterValue => Number(seen ?? 0) + 1;

test.each([
  ["values that are unique", unique, 0.08],
  ["a count, of which many writes are equal", counted, 0.08],
  ["answers of which a third is lost", unique, 0.33],
])(
  "10,000 operations of eight processes on one key pass, with %s",
  async (_, next, lostAnswers) => {
    const history = await simulatedRegister({ seed: 7, processes: 8, operations: 10_000, lostAnswers, next });
    const unanswered = history.operations.filter(({ answer }) => answer === undefined).length;
    expect(history.operations.length).toBe(10_000);
    expect(unanswered).toBeGreaterThan(lostAnswers * 4_000);
    const report = checkHistory(history);
    expect(report).toMatchObject({ outcome: "clean", violations: [], operations: 10_000 });
    // A configuration for each operation that is answered or has taken effect, and few that lead nowhere.
    expect(report.states).toBeLessThan(2 * 10_000);
  },
  60_000,
);

test("a history that really happened is never called wrong", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const next = seed % 2 === 0 ? unique : counted;
    const history = await simulatedRegister({ seed, processes: 5, operations: 150, lostAnswers: 0.4, next });
    expect(checkHistory(history)).toMatchObject({ outcome: "clean", operations: 150 });
  }
}, 60_000);

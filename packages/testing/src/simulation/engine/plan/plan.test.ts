import { expect, test } from "vitest";
import { families } from "./families.ts";
import { type Plan, planOf } from "./plan.ts";

const plans = Array.from({ length: 2_000 }, (_, at) => planOf(at + 1));
const apart = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const rates = ({ processes, storeRate }: Plan): number[] => [
  storeRate,
  ...processes.map(({ rate }) => rate ?? 1),
];

test("each family comes in 2,000 seeds, about as often as its share says", () => {
  const shares = families.reduce((sum, { share }) => sum + share, 0);
  for (const { name, share } of families) {
    const count = plans.filter(({ family }) => family === name).length;
    expect(Math.abs(count / plans.length - share / shares)).toBeLessThan(0.03);
  }
});

test("no plan asks for more than the protocol assumes: rates within 5 %, a store's times within a second", () => {
  for (const plan of plans) {
    expect(Math.max(...rates(plan)) / Math.min(...rates(plan))).toBeLessThan(1.05);
    expect(apart(plan.frontEndsMs)).toBeLessThanOrEqual(500);
    expect(apart(plan.frontEndsMs) + Math.abs(plan.storeSteps.byMs)).toBeLessThan(1_000);
    expect(plan.flaw).toBeUndefined();
  }
});

test("some plans ask for nearly all of it, so that a smaller margin would be seen", () => {
  const utmost = plans.filter(
    (plan) =>
      Math.max(...rates(plan)) / Math.min(...rates(plan)) > 1.045 &&
      apart(plan.frontEndsMs) === 500 &&
      Math.abs(plan.storeSteps.byMs) > 400,
  );
  expect(utmost.length).toBeGreaterThan(200);
});

import { expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";

test("the same seed gives the same numbers and ids, another seed others", () => {
  const drawn = (seed: number): unknown[] => {
    const random = seededRandom(seed);
    return [random.unit(), random.id(), random.unit(), random.id()];
  };
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});

test("numbers are at least 0 and below 1, and an id is 32 hex digits that do not recur", () => {
  const random = seededRandom(1);
  const numbers = Array.from({ length: 1_000 }, () => random.unit());
  expect(numbers.filter((number) => !(number >= 0 && number < 1))).toEqual([]);
  const ids = Array.from({ length: 1_000 }, () => random.id());
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1_000);
});

import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { eachOf } from "./steps.ts";

test("work is done for each item once, and at most so many at a time", async () => {
  const done: number[] = [];
  let open = 0;
  let most = 0;
  await eachOf([1, 2, 3, 4, 5], 2, async (item) => {
    open += 1;
    most = Math.max(most, open);
    await nextTurn();
    open -= 1;
    done.push(item);
  });
  expect(done).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test("after a failure no further item is begun", async () => {
  const begun: number[] = [];
  const working = eachOf([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    await nextTurn();
    if (item === 2) throw new Error("two");
  });
  await expect(working).rejects.toThrow("two");
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(begun).toEqual([1, 2, 3]);
});

/** Declares the five tests on one store: each as it is, and without each of its mechanisms. */
import { describe, test } from "vitest";
import { type FiveTest, fiveTests } from "../../proof/five-tests.mjs";
import { plays } from "./plays.ts";
import { type Ground, Trial } from "./trial.ts";

const limitMs = 120_000;

/** How many checks that is on one store. */
export const checksOfFive: number = fiveTests.reduce((sum, { removals }) => sum + 1 + removals.length, 0);

/** @param only those of that name. @default all */
export function theFiveTests(ground: Ground, only?: FiveTest["name"]): void {
  const rows = fiveTests.filter(({ name }) => only === undefined || name === only);
  const waiting = rows.filter(({ play }) => plays[play].waits);
  const racing = rows.filter(({ play }) => !plays[play].waits);
  describe.concurrent("the five tests", { timeout: limitMs }, () => {
    for (const row of waiting) declare(ground, row);
  });
  if (racing.length === 0) return;
  describe("the five tests, racing", { timeout: limitMs }, () => {
    for (const row of racing) declare(ground, row);
  });
}

function declare(ground: Ground, { name, promise, play: playName, removals }: FiveTest): void {
  const { play } = plays[playName];
  test(`${name}: ${promise}`, async (context) => {
    context.expect(await play(new Trial(context, ground))).toEqual([]);
  });
  for (const removal of removals) {
    // Just these: what fails for another reason, as a play that never came so far, would say nothing of the mechanism.
    test(`${name}: without ${removal.what} it is not so that ${promise}`, async (context) => {
      context.expect(await play(new Trial(context, ground, removal))).toEqual(removal.breaks);
    });
  }
}

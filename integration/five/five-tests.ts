/** Declares the five tests on one store: each as it is, and without each of its mechanisms. */
import { describe, test } from "vitest";
import { type Row, rows } from "./rows.ts";
import { type Ground, Trial } from "./trial.ts";

const limitMs = 120_000;

export function fiveTests(ground: Ground, table: readonly Row[] = rows): void {
  const waiting = table.filter(({ waits }) => waits);
  const racing = table.filter(({ waits }) => !waits);
  describe.concurrent("the five tests", { timeout: limitMs }, () => {
    for (const row of waiting) declare(ground, row);
  });
  if (racing.length === 0) return;
  describe("the five tests, racing", { timeout: limitMs }, () => {
    for (const row of racing) declare(ground, row);
  });
}

function declare(ground: Ground, { name, promise, play, removals }: Row): void {
  test(`${name}: ${promise}`, async (context) => {
    context.expect(await play(new Trial(context, ground))).toEqual([]);
  });
  for (const removal of removals) {
    test(`${name} fails without ${removal.what}`, async (context) => {
      context.expect(await play(new Trial(context, ground, removal))).toContain(removal.breaks);
    });
  }
}

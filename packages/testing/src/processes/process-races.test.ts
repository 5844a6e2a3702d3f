import { expect, test } from "vitest";
import { mostAtOnce } from "./overlap.ts";
import { type ProcessRacesReport, processRaces } from "./process-races.ts";
import { raceFigures } from "./race-figures.ts";

const attempt = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

test.each([
  ["none", [], 0],
  ["one after the other", [attempt(0, 1), attempt(1, 2), attempt(2, 3)], 1],
  ["two that overlap, and one apart", [attempt(0, 2), attempt(1, 3), attempt(5, 6)], 2],
  ["one that spans two which do not meet", [attempt(0, 9), attempt(1, 2), attempt(3, 4)], 2],
  ["three at one moment", [attempt(0, 4), attempt(1, 4), attempt(3, 5)], 3],
] as const)("writes on their way at the same moment are counted: %s", (_, attempts, most) => {
  expect(mostAtOnce(attempts)).toBe(most);
});

test("counts that make no race are refused before a process is started", async () => {
  const race = { storeModule: "file:///none.mjs", exportName: "open" };
  await expect(processRaces({ ...race, processes: 1 })).rejects.toThrow(
    new RangeError("processes is 1; it must be a whole number of at least 2"),
  );
  await expect(processRaces({ ...race, rounds: 0.5 })).rejects.toThrow(
    new RangeError("rounds is 0.5; it must be a whole number of at least 1"),
  );
});

test("the figures say who took part, how often one won, whether they met, and what was counted", () => {
  const report: ProcessRacesReport = {
    ok: false,
    pids: [11, 12],
    creates: [
      { winners: [11], atOnce: 2 },
      { winners: [11, 12], atOnce: 1 },
    ],
    replaces: [
      { winners: [12], atOnce: 1 },
      { winners: [], atOnce: 1 },
    ],
    increments: { counted: 49, distinct: 48, expected: 50 },
  };
  expect(raceFigures(report).split("\n")).toEqual([
    "2 processes: 11 12",
    "creates:    1 of 2 rounds with one winner, won by 2 different processes; writes met in 1 rounds, at most 2 at once",
    "replaces:   1 of 2 rounds with one winner, won by 1 different processes; writes met in 0 rounds, at most 1 at once",
    "increments: 49 counted, 48 distinct, 50 expected",
  ]);
});

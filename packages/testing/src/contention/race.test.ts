import { expect, test } from "vitest";
import { type Contender, winnersOf } from "./race.ts";

const told = (...verdicts: Contender["verdict"][]): readonly Contender[] =>
  verdicts.map((verdict, index) => ({ text: `contender ${index}`, verdict }));

test.each<[string, readonly Contender[], string | undefined, readonly string[]]>([
  ["who was told so has won", told("refused", "written"), "contender 1", ["contender 1"]],
  [
    "two who were told so have both won",
    told("written", "written"),
    "contender 1",
    ["contender 0", "contender 1"],
  ],
  [
    "who does not know has won if its write stands",
    told("unknown", "refused"),
    "contender 0",
    ["contender 0"],
  ],
  [
    "who does not know has lost if another's stands",
    told("unknown", "written"),
    "contender 1",
    ["contender 1"],
  ],
  ["who was refused by its own repeat has won", told("refused", "refused"), "contender 0", ["contender 0"]],
  ["who was told so has won although nothing of it stands", told("written"), undefined, ["contender 0"]],
  ["nobody has won where all were refused", told("refused", "refused"), "base", []],
])("%s", (_, contenders, standing, winners) => {
  expect(winnersOf(contenders, standing)).toEqual(winners);
});

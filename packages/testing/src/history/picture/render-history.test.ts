import { expect, test } from "vitest";
import { historyOfRows, type Row } from "../../../test/history-of-rows.ts";
import { plantedViolations } from "../../../test/planted-violations.ts";
import { checkHistory } from "../check-history.ts";
import type { History } from "../operation.ts";
import type { Violation } from "../violation.ts";
import { renderHistory } from "./render-history.ts";

const violationIn = (history: History): Violation => checkHistory(history).violations[0] as Violation;
const pictureOf = (rows: readonly Row[]): string => {
  const history = historyOfRows(rows);
  return renderHistory(history, violationIn(history));
};

/** Every element is closed in its turn, and outside of tags there is no character that would begin one. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [\w-]+="[^"<&]*(?:&[\w#]+;[^"<&]*)*")*)(\/?)>/gi,
    (_, end, name, __, empty) => {
      if (end) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest.replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toMatch(/[<>&]/);
  expect(rest).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/);
}

test.each(plantedViolations)("$what is drawn, marked, and told in its sentence", ({ rows, kind }) => {
  const history = historyOfRows(rows);
  const violation = violationIn(history);
  const svg = renderHistory(history, violation);
  expectWellFormed(svg);
  expect(svg.match(/<path [^>]*stroke-width="2.5"/g)).toHaveLength(violation.operations.length);
  expect(svg).toContain('role="img"');
  expect(svg.toLowerCase()).toContain(`<title>${kind.replaceAll("-", " ")}: x</title>`);
  expect(svg).toContain("<desc>");
  expect(svg.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toContain(`(${violation.operations.length}) `);
});

test("an unanswered operation is open to the right, and every other is closed", () => {
  const svg = pictureOf([
    ["a", 1, 2, { kind: "write", key: "x", value: 1 }, {}],
    ["b", 3, 4, { kind: "read", key: "x" }, { value: null }],
    ["c", 3, 0, { kind: "write", key: "x", value: 2 }],
  ]);
  const outlines = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline);
  expect(outlines.map((outline) => outline?.endsWith("Z"))).toEqual([true, true, false]);
  expect(svg).toContain("2 to ? ms");
});

test("names and values cannot break out of the picture", () => {
  const hostile = `"><script>alert(1)</script>&amp;'\u0000\u202e\ud800\uffff]]>`;
  const svg = pictureOf([
    [hostile, 1, 2, { kind: "write", key: hostile, value: hostile }, {}],
    ["b", 3, 4, { kind: "read", key: hostile }, { value: "<!--" }],
  ]);
  expectWellFormed(svg);
  expect(svg).not.toContain("<script");
  expect(svg).toContain("\\u202e");
});

test("a picture of a long history shows what went on around the violation, and says how much it leaves out", () => {
  const others = Array.from(
    { length: 60 },
    (_, at): Row => [`p${at % 5}`, 10 + at, 10.5 + at, { kind: "read", key: "x" }, { value: 1 }],
  );
  const svg = pictureOf([
    ["w", 1, 2, { kind: "write", key: "x", value: 1 }, {}],
    ...others,
    ["w", 40.6, 40.9, { kind: "read", key: "y" }, { value: null }],
    ["r", 40.6, 40.9, { kind: "read", key: "x" }, { value: null }],
  ]);
  const bars = svg.match(/<path /g)?.length ?? 0;
  expect(bars).toBe(16);
  // Up to the violation 31 reads have begun; those after it show nothing.
  expect(svg).toContain("Not drawn: 17 more on this key");
  expectWellFormed(svg);
});

test("what is unanswered from long before is counted, and does not bury what shows the violation", () => {
  const old = Array.from(
    { length: 5 },
    (_, at): Row => [`p${at}`, 1 + at, 0, { kind: "cas", key: "x", expected: "a", value: "b" }],
  );
  const svg = pictureOf([
    ...old,
    ["w", 10, 11, { kind: "write", key: "x", value: 1 }, {}],
    ["r", 12, 13, { kind: "read", key: "x" }, { value: null }],
  ]);
  expect(svg.match(/<path /g)).toHaveLength(2);
  expect(svg).toContain("Not drawn: 5 more");
});

test("the many steps of one holder are one line, from its grant to its last look", () => {
  const steps = Array.from(
    { length: 20 },
    (_, at): Row => ["a", 10 + 2 * at, 11 + 2 * at, { kind: "hold", key: "x", token: 1 }, {}],
  );
  const svg = pictureOf([
    ["a", 1, 2, { kind: "acquire", key: "x" }, { token: 1 }],
    ...steps,
    ["b", 20, 21, { kind: "hold", key: "x", token: 2 }, {}],
  ]);
  expect(svg.match(/<path [^>]*stroke-width="2.5"/g)).toHaveLength(3);
  expect(svg.match(/<path [^>]*stroke-width="4"/g)).toHaveLength(2);
  expect(svg.match(/<path /g)).toHaveLength(5);
  expect(svg).toContain("Not drawn: 19 more");
});

test("the same history gives the same picture", () => {
  const { rows } = plantedViolations[0] as (typeof plantedViolations)[number];
  expect(pictureOf(rows)).toBe(pictureOf(rows));
});

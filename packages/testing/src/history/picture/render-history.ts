/** A violation as a picture: one lane a process, time to the right, an operation a bar, those that show it marked. */
import { describeOperation, type History, type Operation, whatOf } from "../operation.ts";
import type { Violation } from "../violation.ts";
import { type Bar, type Lane, type Layout, layOut, type Measures } from "./layout.ts";
import { isNamed, shownOperations } from "./shown.ts";
import { element, escaped, text, wrapped } from "./svg.ts";

const most = 16;
/** In a bar, the longest value; the whole one stands in its tooltip and below the picture. */
const longestValue = 12;
const letterX = 7.3;
const marginX = 16;
const lineY = 18;
const leastWidth = 640;
const measures: Omit<Measures, "leftX" | "topY"> = { barHeight: 38, stepX: 16, gapY: 8 };

const ink = "#1f2937";
const quiet = "#6b7280";
const wrong = "#b91c1c";
const font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/**
 * A self-contained SVG: a timeline of the violation and of up to 16 operations on its key at that time, with its sentence.
 * Unanswered operations are open to the right. It holds no script and no link, and what processes and keys are called is
 * escaped.
 */
export function renderHistory(history: History, violation: Violation): string {
  const { operations, left } = shownOperations(history, violation, most);
  const { invokedAtMs: originMs } = operations[0] ?? { invokedAtMs: 0 };
  const labelOf = (operation: Operation): string => {
    const mark = isNamed(operation, violation.operations) ? `${markOf(operation, violation)} ` : "";
    return `${mark}${whatOf(operation, longestValue)}`;
  };
  const timesOf = (operation: Operation): string => times(operation, originMs);
  // Those that show the violation lie beside each other.
  const processes = [...new Set([...violation.operations, ...operations].map(({ process }) => process))];
  const leftX = marginX + Math.max(8, ...processes.map((process) => short(process).length)) * letterX;
  const layout = layOut(
    operations,
    processes,
    { ...measures, leftX, topY: 44 },
    (operation) => Math.max(labelOf(operation).length, timesOf(operation).length) * letterX + 14,
  );
  const width = Math.max(layout.width + marginX, leastWidth);
  const caption = captionOf(violation, left, timesOf, Math.floor((width - 2 * marginX) / letterX));
  const height = layout.height + 34 + caption.length * lineY + marginX;
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", role: "img", width, height, viewBox: `0 0 ${width} ${height}` },
    element("title", {}, escaped(titleOf(violation))),
    element("desc", {}, escaped(`${violation.because}. ${operations.map(describeOperation).join("; ")}.`)),
    element("rect", { width, height, fill: "#ffffff" }),
    element(
      "g",
      { "font-family": font, "font-size": 12, fill: ink },
      text(marginX, 26, titleOf(violation), { "font-size": 15, "font-weight": "bold" }),
      ...layout.lanes.map((lane, index) => laneOf(lane, index, width)),
      ...beliefs(layout, violation),
      ...layout.bars.map((bar) =>
        barOf(
          bar,
          isNamed(bar.operation, violation.operations),
          labelOf(bar.operation),
          timesOf(bar.operation),
        ),
      ),
      text(leftX, layout.height + 18, "time, in the order of what happened, not to scale →", { fill: quiet }),
      ...caption.map((line, index) => text(marginX, layout.height + 46 + index * lineY, line)),
    ),
  );
}

function laneOf({ process, y, height }: Lane, index: number, width: number): string {
  const ground = element("rect", { x: 0, y, width, height, fill: index % 2 === 0 ? "#f3f4f6" : "#ffffff" });
  return ground + text(marginX, y + height / 2 + 4, short(process), { "font-weight": "bold" });
}

function barOf(
  { operation, fromX, toX, y, isOpen }: Bar,
  isWrong: boolean,
  label: string,
  when: string,
): string {
  const { barHeight } = measures;
  const outline = isOpen
    ? `M ${toX} ${y} H ${fromX} V ${y + barHeight} H ${toX}`
    : `M ${fromX} ${y} H ${toX} V ${y + barHeight} H ${fromX} Z`;
  return element(
    "g",
    {},
    element("title", {}, escaped(`${describeOperation(operation)} (${when})`)),
    element("path", {
      d: outline,
      fill: isWrong ? "#fee2e2" : "#e5edf7",
      stroke: isWrong ? wrong : "#64748b",
      "stroke-width": isWrong ? 2.5 : 1,
      "stroke-dasharray": isOpen ? "5 4" : "none",
    }),
    text(fromX + 7, y + 16, label, isWrong ? { fill: wrong, "font-weight": "bold" } : {}),
    text(fromX + 7, y + 31, when, { fill: quiet, "font-size": 11 }),
  );
}

/** For how long each of two holders was sure: from its grant to the last time that it looked. */
function beliefs({ bars }: Layout, violation: Violation): readonly string[] {
  if (violation.kind !== "overlapping-leases") return [];
  const processes = [...new Set(violation.operations.map(({ process }) => process))];
  return processes.map((process) => {
    const own = bars.filter(
      ({ operation }) => operation.process === process && isNamed(operation, violation.operations),
    );
    const fromX = Math.min(
      ...own.map(({ operation, fromX, toX }) => (operation.kind === "acquire" ? toX : fromX)),
    );
    const toX = Math.max(...own.map((bar) => (bar.isOpen ? bar.fromX : bar.toX)));
    const y = Math.max(...own.map((bar) => bar.y)) + measures.barHeight + 4;
    return element("path", { d: `M ${fromX} ${y} H ${toX}`, stroke: wrong, "stroke-width": 4, fill: "none" });
  });
}

function captionOf(
  violation: Violation,
  left: number,
  timesOf: (operation: Operation) => string,
  longest: number,
): readonly string[] {
  const { because, operations, kind } = violation;
  return [
    `${because}.`,
    ...operations.map((each) => `${markOf(each, violation)} ${describeOperation(each)} (${timesOf(each)})`),
    ...(kind === "overlapping-leases"
      ? ["The thick lines show for how long each was sure of its lease."]
      : []),
    ...(left > 0
      ? [`Not drawn: ${left} more on this key that went on meanwhile or were unanswered from before.`]
      : []),
  ].flatMap((line) => wrapped(line, longest));
}

function titleOf({ kind, key }: Violation): string {
  const words = kind.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${key}`;
}

function markOf({ process, id }: Operation, { operations }: Violation): string {
  return `(${operations.findIndex((each) => each.process === process && each.id === id) + 1})`;
}

function times({ invokedAtMs, returnedAtMs }: Operation, originMs: number): string {
  const since = (atMs: number): string => String(Math.round((atMs - originMs) * 100) / 100);
  return `${since(invokedAtMs)} to ${Number.isFinite(returnedAtMs) ? since(returnedAtMs) : "?"} ms`;
}

function short(process: string): string {
  return process.length <= 24 ? process : `${process.slice(0, 23)}…`;
}

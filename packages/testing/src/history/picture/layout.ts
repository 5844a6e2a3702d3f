/**
 * Where the bars of a picture lie. Time runs to the right in the order of what happened, not to scale: each beginning and
 * each answer is a step of its own, so that what overlaps can be seen however far apart or close it was.
 */
import type { Operation } from "../operation.ts";

export interface Bar {
  readonly operation: Operation;
  readonly fromX: number;
  readonly toX: number;
  readonly y: number;
  /** Unanswered: it reaches to the edge. */
  readonly isOpen: boolean;
}

export interface Lane {
  readonly process: string;
  readonly y: number;
  readonly height: number;
}

export interface Layout {
  readonly bars: readonly Bar[];
  readonly lanes: readonly Lane[];
  readonly width: number;
  readonly height: number;
}

export interface Measures {
  /** Left of which the processes are named. */
  readonly leftX: number;
  readonly topY: number;
  readonly barHeight: number;
  /** Between two things that happened. */
  readonly stepX: number;
  readonly gapY: number;
}

type Span = Pick<Bar, "fromX" | "toX" | "isOpen">;

/**
 * @param processes from top to bottom
 * @param widthOf what is written in the bar of an operation
 */
export function layOut(
  operations: readonly Operation[],
  processes: readonly string[],
  measures: Measures,
  widthOf: (operation: Operation) => number,
): Layout {
  const { spans, edgeX } = spansOf(operations, measures, widthOf);
  const bars: Bar[] = [];
  const lanes: Lane[] = [];
  let laneY = measures.topY;
  for (const process of processes) {
    const rowEnds: number[] = [];
    for (const [operation, span] of spans) {
      if (operation.process !== process) continue;
      const free = rowEnds.findIndex((endX) => endX < span.fromX);
      const row = free < 0 ? rowEnds.length : free;
      rowEnds[row] = span.toX;
      const y = laneY + measures.gapY + row * (measures.barHeight + measures.gapY);
      bars.push({ operation, y, ...span });
    }
    const height = measures.gapY + rowEnds.length * (measures.barHeight + measures.gapY);
    lanes.push({ process, y: laneY, height });
    laneY += height;
  }
  return { bars, lanes, width: edgeX, height: laneY };
}

function spansOf(
  operations: readonly Operation[],
  { leftX, stepX }: Measures,
  widthOf: (operation: Operation) => number,
): { readonly spans: ReadonlyMap<Operation, Span>; readonly edgeX: number } {
  const fromX = new Map<Operation, number>();
  const toX = new Map<Operation, number>();
  let x = leftX;
  for (const { operation, isReturn } of happenings(operations)) {
    const begunX = fromX.get(operation) ?? 0;
    x = isReturn ? Math.max(x + stepX, begunX + widthOf(operation)) : x + stepX;
    (isReturn ? toX : fromX).set(operation, x);
  }
  const openX = operations.map((each) => (toX.has(each) ? 0 : (fromX.get(each) ?? 0) + widthOf(each)));
  const edgeX = Math.max(x, ...openX) + stepX;
  const spans = operations.map((each): [Operation, Span] => {
    const isOpen = !toX.has(each);
    return [each, { fromX: fromX.get(each) ?? leftX, toX: toX.get(each) ?? edgeX, isOpen }];
  });
  return { spans: new Map(spans), edgeX };
}

/** Beginnings before answers where the time is the same: then the two overlap. */
function happenings(
  operations: readonly Operation[],
): readonly { readonly operation: Operation; readonly isReturn: boolean }[] {
  return operations
    .flatMap((operation) => [
      { operation, isReturn: false, atMs: operation.invokedAtMs },
      { operation, isReturn: true, atMs: operation.returnedAtMs },
    ])
    .filter(({ atMs }) => Number.isFinite(atMs))
    .sort((one, other) => one.atMs - other.atMs || Number(one.isReturn) - Number(other.isReturn));
}

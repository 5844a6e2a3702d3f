/** Histories in the form in which a person can read them, by the way that processes take: lines of JSON. */
import type { History } from "../src/history/operation.ts";
import { parseHistory } from "../src/history/parse-history.ts";

/** `process, from, to, call, answer`; to `0`: never answered. */
export type Row = readonly [string, number, number, object, object?];

export function historyOfRows(rows: readonly Row[]): History {
  const lines = rows.flatMap(([process, fromMs, toMs, call, answer], id) => [
    { process, id, atMs: fromMs, ...call },
    ...(answer === undefined ? [] : [{ process, id, atMs: toMs, answer }]),
  ]);
  return parseHistory(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

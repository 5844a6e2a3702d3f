// One operation, what it may cost, and what it costs.
import { openDesk } from "./desk.mjs";

/**
 * Requests by kind, as the page shows them: a number, or a sum such as `1 + 2n`.
 *
 * @typedef {{ readonly reads: string, readonly writes: string }} Cost
 *
 * @typedef {object} Row
 * @property {string} operation
 * @property {string} section where its budget is decided
 * @property {Cost} budget with the letter of which it depends, `n` or `k`
 * @property {number} [from] the least that its letter can be; 1 unless it is given
 * @property {(desk: import("./desk.mjs").Desk, n: number) => Promise<unknown>} perform counts once
 */

/** Added to the least. Three, so that what does not grow evenly is found. */
const steps = [0, 1, 4];

/**
 * Performs it, and counts.
 *
 * @param {Row} row
 * @returns {Promise<Cost & { readonly sum: string }>}
 */
export async function measured({ operation, budget, from = 1, perform }) {
  const letter = /[a-z]/.exec(budget.reads + budget.writes)?.[0];
  const counts = [];
  for (const n of letter === undefined ? [1] : steps.map((step) => from + step)) {
    const desk = await openDesk();
    try {
      await perform(desk, n);
      counts.push({ n, ...desk.counts });
    } finally {
      await desk.close();
    }
  }
  const [reads, writes] = [
    lineThrough(
      operation,
      counts.map(({ n, reads }) => [n, reads]),
    ),
    lineThrough(
      operation,
      counts.map(({ n, writes }) => [n, writes]),
    ),
  ];
  const sum = { fixed: reads.fixed + writes.fixed, each: reads.each + writes.each };
  return { reads: text(reads, letter), writes: text(writes, letter), sum: text(sum, letter) };
}

/**
 * @param {string} operation
 * @param {(readonly [number, number])[]} points
 */
function lineThrough(operation, points) {
  const [[n, count] = [0, 0], [m, next] = [n + 1, count]] = points;
  const each = (next - count) / (m - n);
  const fixed = count - each * n;
  const uneven = points.find(([at, counted]) => counted !== fixed + each * at);
  if (uneven) throw new Error(`${operation}: its requests do not grow evenly: ${JSON.stringify(points)}`);
  return { fixed, each };
}

/**
 * @param {{ fixed: number, each: number }} line
 * @param {string} [letter]
 */
function text({ fixed, each }, letter = "") {
  if (each === 0) return String(fixed);
  const grows = `${each === 1 ? "" : each}${letter}`;
  return fixed === 0 ? grows : `${grows} + ${fixed}`;
}

// The tables of docs/cost.md, counted anew.
import { measured } from "./row.mjs";
import { documents } from "./rows/documents.mjs";
import { elections } from "./rows/elections.mjs";
import { leases } from "./rows/lease.mjs";
import { once } from "./rows/once.mjs";
import { readWriteLocks } from "./rows/read-write.mjs";
import { semaphores } from "./rows/semaphores.mjs";

/** By the name of the table on the page. */
export const tables = { leases, documents, once, elections, semaphores, locks: readWriteLocks };

/** @typedef {{ readonly row: import("./row.mjs").Row, readonly cost: Awaited<ReturnType<typeof measured>> }} Counted */

/** @returns {Promise<Record<string, readonly Counted[]>>} */
export async function countAll() {
  /** @type {Record<string, Counted[]>} */
  const all = {};
  for (const [name, rows] of Object.entries(tables)) {
    all[name] = [];
    for (const row of rows) all[name].push({ row, cost: await measured(row) });
  }
  return all;
}

/**
 * The page with its tables made of what was counted.
 *
 * @param {string} page
 * @param {Record<string, readonly Counted[]>} counted
 * @throws Error for a table that the page has no place for, or a place without a table
 */
export function pageWith(page, counted) {
  const left = new Set(Object.keys(counted));
  const made = page.replace(/<!-- (\w+) -->\n.*?<!-- end -->/gs, (_, name) => {
    const rows = counted[name];
    if (!left.delete(name) || !rows)
      throw new Error(`docs/cost.md has a place for "${name}", and there is no such table`);
    return `<!-- ${name} -->\n${tableOf(rows)}\n<!-- end -->`;
  });
  if (left.size > 0) throw new Error(`docs/cost.md has no place for ${[...left].join(", ")}`);
  return made;
}

/** @param {readonly Counted[]} rows */
function tableOf(rows) {
  const lines = rows.map(
    ({ row, cost }) => `| ${row.operation} | ${cost.reads} | ${cost.writes} | ${cost.sum} |`,
  );
  return ["| Operation | Reads | Writes | Requests |", "|---|---|---|---|", ...lines].join("\n");
}

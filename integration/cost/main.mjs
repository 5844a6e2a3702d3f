// `npm run cost` counts what each operation sends and says whether docs/cost.md is current; `npm run cost -- --write` makes it so.
import { readFileSync, writeFileSync } from "node:fs";
import { countAll, pageWith } from "./page.mjs";

const path = new URL("../../docs/cost.md", import.meta.url);
const page = readFileSync(path, "utf8");
const counted = await countAll();
for (const { row, cost } of Object.values(counted).flat()) {
  const { reads, writes } = row.budget;
  if (cost.reads === reads && cost.writes === writes) continue;
  console.error(
    `${row.operation}: ${cost.reads} reads and ${cost.writes} writes; the budget (${row.section}) is ${reads} and ${writes}`,
  );
  process.exitCode = 1;
}
const made = pageWith(page, counted);
// A page that shows what a mistake costs would look like one that is right.
if (process.argv.includes("--write") && process.exitCode === undefined) writeFileSync(path, made);
else if (made !== page) {
  console.error("docs/cost.md is not what was counted: npm run cost -- --write");
  process.exitCode = 1;
}

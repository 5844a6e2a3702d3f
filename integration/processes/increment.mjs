// Adds one to the number in a file, in steps that another process must not come between, and notes its token.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [counter = "", tokens = ""] = process.argv.slice(2);
const before = Number(readFileSync(counter, "utf8"));
await sleep(50);
writeFileSync(counter, String(before + 1));
appendFileSync(tokens, `${process.env["FENCEPOST_TOKEN"]}\n`);

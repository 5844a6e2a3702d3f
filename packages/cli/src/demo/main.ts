/** `npm run demo -- [--store URL] [--ledger FILE]`. */
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { type DemoOptions, runDemo } from "./run.ts";

async function main(): Promise<number> {
  try {
    return await runDemo(optionsIn(process.argv.slice(2)));
  } catch (error) {
    console.error(`fencepost: ${error instanceof Error ? error.message : error}`);
    return error instanceof UsageError ? 64 : 1;
  }
}

function optionsIn(args: string[]): DemoOptions {
  try {
    return parseArgs({ args, options: { store: { type: "string" }, ledger: { type: "string" } } }).values;
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}. Usage: [--store URL] [--ledger FILE]`,
    );
  }
}

process.exitCode = await main();

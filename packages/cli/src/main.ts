/** The entry: from the arguments to an exit code. */
import { type Command, CommanderError } from "commander";
import { exitCodeOf } from "./exit-codes.ts";
import { isDebugging, sayError } from "./output.ts";
import { createProgram } from "./program.ts";
import { Interrupted } from "./signals.ts";
import { UsageError } from "./usage-error.ts";

/** A write that was given up may still be taken back, but what then stays open must not keep us. */
const lingerMs = 10_000;

async function main(): Promise<number> {
  let code = 0;
  const program = createProgram((found) => {
    code = found;
  });
  try {
    await program.parseAsync();
    return code;
  } catch (error) {
    return fail(error, program);
  }
}

function fail(error: unknown, program: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Without a command its answer is the help itself.
    if (error.code !== "commander.help") sayError(usageOf(error, program));
    return exitCodeOf(new UsageError());
  }
  // Whoever interrupted us knows it.
  if (!(error instanceof Interrupted)) sayError(error);
  return exitCodeOf(error);
}

function usageOf(error: CommanderError, program: Command): UsageError {
  const sentence = error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
  const dashes = error.code === "commander.unknownOption" ? "; options of a command to run go after --" : "";
  const asked = program.commands.find((command) => command.name() === program.args[0]);
  const help = asked ? `fencepost ${asked.name()} --help` : "fencepost --help";
  return new UsageError(`${sentence}${dashes} (see ${help})`, { cause: error });
}

// Warnings of libraries, such as the AWS SDK's on Node 20, are for developers and not for who runs a command.
if (!isDebugging()) process.removeAllListeners("warning");
// A screen that is gone, or a pipe that was closed, must not end us: the command would go on alone.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await main();
setTimeout(() => process.exit(), lingerMs).unref();

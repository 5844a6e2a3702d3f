/** The command line: what may be typed, and what `--help` says of it. What a command does is loaded when it is asked for. */
import { printable } from "@fencepost/core";
import { Command } from "commander";
import { type DurationRange, parseDuration } from "./duration.ts";
import { exitCodeMeanings } from "./exit-codes.ts";
import { ttlRange } from "./lease-times.ts";
import { requireOperands } from "./operands.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

const storeHelp =
  "sqlite:path, s3://bucket/prefix or gs://bucket/prefix (default: $FENCEPOST_STORE, else a SQLite file of yours)";

const exitCodesHelp = [
  "Exit codes:",
  ...exitCodeMeanings.map(([code, meaning]) => `  ${code.padEnd(7)}${meaning}`),
].join("\n");

/**
 * @param finish is given the exit code of the command that was asked for
 * @returns a program whose `parseAsync` throws CommanderError instead of ending this process
 */
export function createProgram(finish: (code: number) => void): Command {
  const program = new Command("fencepost")
    .description("Run commands under a lease: one holder at a time, across processes and machines.")
    .version(version(), "-V, --version", "print the version")
    .helpCommand(false)
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    // An error is said once, by whoever catches it.
    .configureOutput({ outputError: () => {} });
  addRun(program, finish);
  addStatus(program, finish);
  addDemo(program, finish);
  program.addHelpText("after", `\nfencepost COMMAND --help tells more.\n\n${exitCodesHelp}`);
  return program;
}

function addRun(program: Command, finish: (code: number) => void): void {
  const run = program
    .command("run")
    .description("hold the lease KEY while a command runs")
    .usage("KEY [options] -- COMMAND [ARGUMENT...]")
    // Both are needed, and requireOperands says so better.
    .argument("[KEY]", "what must not run twice at once")
    .argument("[COMMAND...]", "the command and its arguments")
    .option("--store <url>", storeHelp)
    .option(
      "--ttl <duration>",
      "how soon others may take over if this process dies (default: 30s)",
      duration("--ttl", ttlRange),
    )
    .option("--wait <duration>", "wait so long for another holder (default: do not wait)", duration("--wait"))
    .option("--no-wait", "exit with 75 at once if another holds it")
    .option("--holder <label>", "who holds it, for people (default: host name and process id)", label)
    .option(
      "--work-timeout <duration>",
      "stop the command after that time (default: never)",
      duration("--work-timeout", { leastMs: 1 }),
    )
    .option(
      "--kill-after <duration>",
      "from SIGTERM to SIGKILL (default: 3s, or a tenth of a shorter ttl)",
      duration("--kill-after"),
    )
    .option("-v, --verbose", "say what happens to the lease")
    .addHelpText("after", `\n${runHelp}\n\n${exitCodesHelp}`)
    .action(async (key: string, command: string[], options: object) => {
      // Commander keeps no `--`.
      requireOperands(process.argv, run.args);
      const { run: runUnderLease } = await import("./commands/run.ts");
      finish(await runUnderLease(key, command, options));
    });
  notTogether(run, "wait", "no-wait");
}

/** Commander would let the last one of an option and its opposite win. */
function notTogether(command: Command, ...options: readonly string[]): void {
  const given = new Set<string>();
  for (const option of options) {
    command.on(`option:${option}`, () => {
      given.add(option);
      if (given.size < 2) return;
      throw new UsageError(
        `${options.map((name) => `--${name}`).join(" and ")} contradict each other; give one`,
      );
    });
  }
}

const runHelp = `The command sees FENCEPOST_KEY, FENCEPOST_TOKEN (a number that grows with every
holder; give it to whatever can refuse a smaller one) and FENCEPOST_HOLDER.

If the lease is lost, the command and everything in its process group get SIGTERM,
and SIGKILL after --kill-after: it is dead before anybody else may take over, even
if fencepost itself was killed. What the command leaves running when it ends is
stopped in the same way. Signals are passed on; a second SIGINT or SIGTERM ends
everything at once. The command has no controlling terminal: it may read standard
input, but not ask for a password on /dev/tty.

Examples:
  fencepost run nightly -- ./backup.sh
  fencepost run deploy --wait 10m --store s3://acme-ci/leases -- make deploy
  fencepost run report --ttl 5m --work-timeout 1h -- sh -c 'psql -v fence="$FENCEPOST_TOKEN" -f report.sql'`;

function addStatus(program: Command, finish: (code: number) => void): void {
  program
    .command("status")
    .description("show who holds the lease KEY")
    .argument("<KEY>", "the lease's key")
    .option("--store <url>", storeHelp)
    .option("--json", "as one line of JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  fencepost status nightly\n  fencepost status nightly --json | jq .token",
    )
    .action(async (key: string, options: object) => {
      const { status } = await import("./commands/status.ts");
      finish(await status(key, options));
    });
}

function addDemo(program: Command, finish: (code: number) => void): void {
  program
    .command("demo")
    .description("watch three processes share a lease, one killed and one frozen")
    .option("--store <url>", "where the lease lives (default: a new SQLite file, removed at the end)")
    .option("--ledger <file>", "where to write the ledger and keep it (default: removed at the end)")
    .action(async (options: object) => {
      const { runDemo } = await import("./demo/run.ts");
      finish(await runDemo(options));
    });
}

function label(text: string): string {
  if (text === "") throw new UsageError('--holder is ""; say who holds the lease, or leave it out');
  return text;
}

/** Commander's own error would say less. */
function duration(option: string, range?: DurationRange): (text: string) => number {
  return (text) => {
    try {
      return parseDuration(text, range);
    } catch (error) {
      throw new UsageError(`${option} is ${JSON.stringify(printable(text))}; ${(error as Error).message}`);
    }
  };
}

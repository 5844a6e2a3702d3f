/** What people read: results on standard output, everything else on standard error. */
import { inspect } from "node:util";
import pc from "picocolors";

/** The colours of a stream, or none. */
export type Colors = ReturnType<typeof pc.createColors>;

/** picocolors would also look at CI and at the arguments, which may be those of the command that we run. */
export function colorsFor(stream: NodeJS.WriteStream): Colors {
  const { NO_COLOR, TERM } = process.env;
  return pc.createColors(stream.isTTY === true && !NO_COLOR && TERM !== "dumb");
}

/** A result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One sentence about what is going on. Its parts that come from elsewhere must be printable already. */
export function say(text: string): void {
  process.stderr.write(`${colorsFor(process.stderr).bold("fencepost:")} ${text}\n`);
}

/** The sentence of an error, or better words for it, and what else is known of it; with `FENCEPOST_DEBUG` also where it comes from. */
export function sayError(
  error: unknown,
  { words, remark }: { readonly words?: string; readonly remark?: string | undefined } = {},
): void {
  const message = words ?? (error instanceof Error ? error.message : String(error));
  const { red } = colorsFor(process.stderr);
  say(`${red(message)}${remark === undefined ? "" : ` (${remark})`}`);
  if (isDebugging()) process.stderr.write(`${inspect(error)}\n`);
}

/** Whether `FENCEPOST_DEBUG` asks for stacks and for the warnings of libraries. */
export function isDebugging(): boolean {
  return Boolean(process.env["FENCEPOST_DEBUG"]);
}

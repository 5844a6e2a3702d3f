/** What stands beside the options of `fencepost run`: KEY -- COMMAND. */
import { UsageError } from "./usage-error.ts";

const form = "fencepost run KEY -- COMMAND";

/**
 * Without this check `run -- bash true` would lease the key `bash`: to a parser of options, `--` is no operand.
 *
 * @param typed all arguments as they were typed
 * @param operands what is left without options and the first `--`
 * @throws UsageError if the key or the command is missing.
 */
export function requireOperands(typed: readonly string[], operands: readonly string[]): void {
  const dashes = typed.indexOf("--");
  const behind = dashes < 0 ? 0 : typed.length - dashes - 1;
  if (operands.length === 0 || behind === operands.length) {
    throw new UsageError(`the KEY is missing: ${form}`);
  }
  if (operands.length === 1) throw new UsageError(`the COMMAND is missing: ${form}`);
}

/** Options from JavaScript, where no compiler has looked at their names. */

/**
 * A misspelled option would change nothing, and nobody would notice.
 *
 * @param of whose options they are
 * @throws TypeError that names the one that is not known, and those that are.
 */
export function refuseUnknown<Options extends object>(
  of: string,
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
): void {
  const stray = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (stray === undefined) return;
  throw new TypeError(`unknown option "${stray}" of ${of}; known are ${Object.keys(known).join(", ")}`);
}

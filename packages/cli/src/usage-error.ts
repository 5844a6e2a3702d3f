/** What was typed cannot be meant: exit code 64. Its message is shown as it is, so it says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

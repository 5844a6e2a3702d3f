/** What was typed cannot be meant: exit code 64. Its message is shown as it is, so it says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * The same promise, for a call that is given what was typed: core answers a wrong argument with one of two errors.
 *
 * @throws UsageError instead of TypeError and RangeError.
 */
export async function asUsage<R>(call: Promise<R>): Promise<R> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

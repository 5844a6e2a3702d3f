/** A document that counts, for tests: an update that is lost, or made twice, shows in the number. */
import type { Store } from "@fencepost/core";
import { others } from "./scripted-store.ts";

export interface Count {
  readonly n: number;
}

export const schema = (input: unknown): Count => {
  const { n } = input as Count;
  if (typeof n !== "number") throw new Error("n must be a number");
  return { n };
};

export const increment = (now: Count | undefined): Count => ({ n: (now?.n ?? 0) + 1 });

/** Others count on, so many times. */
export async function elsewhere(store: Store, times = 1): Promise<void> {
  for (let count = 0; count < times; count++) {
    await others(store).document("d", { schema }).update(increment);
  }
}

/** Others set it. */
export const set =
  (n: number) =>
  (store: Store): Promise<unknown> =>
    others(store)
      .document("d", { schema })
      .update(() => ({ n }));

/** A write whose `undecided` answers are followed up, as the protocol asks for (section 2). */
import type { PutResult, Store } from "@fencepost/core";
import type { Pace } from "./pace.ts";

export type DecidedResult = Exclude<PutResult, { readonly kind: "undecided" }>;

/** With a pause that doubles up to eight times its start, this is minutes; the signal usually ends it before. */
const requestsMax = 100;
const shortestPauseMs = 20;

/**
 * Sends the same request again, after a jittered pause, for as long as the store leaves it undecided.
 *
 * @throws Error when it stays undecided; the signal's own reason; whatever the store throws.
 */
export async function decided(
  store: Store,
  pace: Pace,
  request: () => Promise<PutResult>,
): Promise<DecidedResult> {
  let detail = "";
  for (let sent = 0; sent < requestsMax; sent += 1) {
    if (sent > 0) await pause(store, pace, sent);
    const result = await request();
    if (result.kind !== "undecided") return result;
    detail = result.detail;
  }
  throw new Error(`${store.name} left one write undecided ${requestsMax} times, at last with: ${detail}`);
}

/** Waits before the request that follows the `sent`th one, so that contenders do not march in step. */
export function pause(store: Store, pace: Pace, sent: number): Promise<void> {
  const longest =
    Math.max(store.capabilities.minWriteIntervalMs, shortestPauseMs) * 2 ** Math.min(sent - 1, 3);
  return pace.clock.sleep(longest * (0.5 + pace.random.unit() / 2), pace.signal);
}

/** Following a document: the value now, then the newest at each change. */
import { documentFormat } from "../../record/document-record.ts";
import type { Known } from "../../record/poller.ts";
import type { Pollers } from "../../record/pollers.ts";
import type { Snapshot } from "./snapshot.ts";
import { snapshotOf, type Target } from "./target.ts";

/** Ends when the signal aborts, and when its consumer leaves. */
export async function* watchDocument<T>(
  target: Target<T>,
  pollers: Pollers,
  pollMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Snapshot<T | undefined>, void, undefined> {
  const poller = pollers.join(target.place, documentFormat);
  let known: Known;
  try {
    while (!signal?.aborted) {
      const seen = await poller.next({ known, pollMs }, signal);
      known = { version: seen.kind === "present" ? seen.version : undefined };
      yield await snapshotOf(target, seen, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    pollers.leave(target.place);
  }
}

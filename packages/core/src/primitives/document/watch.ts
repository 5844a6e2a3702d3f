/** Following a document: the value now, then the newest at each change. */
import type { RecordPlace, StoreAccess } from "../../record/access.ts";
import type { CallOptions } from "../../store/store.ts";
import { type Known, Poller } from "./poller.ts";
import type { Snapshot } from "./snapshot.ts";
import { snapshotOf, type Target } from "./target.ts";

/** How a document is watched. */
export interface WatchOptions extends CallOptions {
  /**
   * Milliseconds between two reads, half of it more or less by chance; the least of all who watch it in this process.
   * @default 5_000
   */
  readonly pollMs?: number | undefined;
}

export const defaultPollMs = 5_000;

/** The pollers of a process; none is kept that nobody needs. */
export class Pollers {
  readonly #access: StoreAccess;
  readonly #pollers = new Map<string, { readonly poller: Poller; watchers: number }>();

  constructor(access: StoreAccess) {
    this.#access = access;
  }

  join(place: RecordPlace): Poller {
    const joined = this.#pollers.get(place.name) ?? { poller: new Poller(this.#access, place), watchers: 0 };
    joined.watchers += 1;
    this.#pollers.set(place.name, joined);
    return joined.poller;
  }

  leave({ name }: RecordPlace): void {
    const left = this.#pollers.get(name);
    if (!left) return;
    left.watchers -= 1;
    if (left.watchers === 0) this.#pollers.delete(name);
  }
}

/** Ends when the signal aborts, and when its consumer leaves. */
export async function* watchDocument<T>(
  target: Target<T>,
  pollers: Pollers,
  pollMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Snapshot<T | undefined>, void, undefined> {
  const poller = pollers.join(target.place);
  let known: Known;
  try {
    while (!signal?.aborted) {
      const seen = await poller.next(known, pollMs, signal);
      known = { version: seen.kind === "present" ? seen.version : undefined };
      yield await snapshotOf(target, seen, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    pollers.leave(target.place);
  }
}

/** The pollers of a process, by the name of what they ask for; none is kept that nobody needs. */

import type { CallOptions } from "../store/store.ts";
import type { RecordPlace, StoreAccess } from "./access.ts";
import type { RecordFormat, StoredRecord } from "./format.ts";
import { Poller } from "./poller.ts";

interface Joined {
  readonly poller: unknown;
  watchers: number;
}

/** How something is watched. */
export interface WatchOptions extends CallOptions {
  /**
   * Milliseconds between two reads, half of it more or less by chance; the least of all who watch it in this process.
   * @default 5_000
   */
  readonly pollMs?: number | undefined;
}

export const defaultPollMs = 5_000;

export class Pollers {
  readonly #access: StoreAccess;
  readonly #pollers = new Map<string, Joined>();

  constructor(access: StoreAccess) {
    this.#access = access;
  }

  /** @param format of the records of that name, which are of one kind */
  join<R extends StoredRecord>(place: RecordPlace, format: RecordFormat<R>): Poller<R> {
    const { name } = place;
    const joined = this.#pollers.get(name) ?? {
      poller: new Poller(this.#access, place, format),
      watchers: 0,
    };
    joined.watchers += 1;
    this.#pollers.set(name, joined);
    return joined.poller as Poller<R>;
  }

  leave({ name }: RecordPlace): void {
    const left = this.#pollers.get(name);
    if (!left) return;
    left.watchers -= 1;
    if (left.watchers === 0) this.#pollers.delete(name);
  }
}

/** How long a fault keeps a request: for some time on the server's clock, or until a test lets it go. */
import type { Clock } from "@fencepost/core";

/** Milliseconds on the clock that the server was given, or a handle that the test keeps. */
export type Wait = { readonly ms: number } | { readonly hold: Hold };

/** How a request ended that was kept. */
export interface Landing {
  /** What the server answered, whether or not anybody heard it; `undefined` if it was dropped before it took effect. */
  readonly status: number | undefined;
}

/**
 * Keeps every request that a rule gives to it, until the test lets them go: the place of a pause in a test.
 *
 * @example
 * const hold = new Hold();
 * server.fault({ method: "PUT", first: 1, action: { kind: "land-late", hold } });
 * // … the client gives up, somebody else takes over …
 * const [late] = await hold.letGo(); // late.status is 412
 */
export class Hold {
  readonly #kept: (() => Promise<Landing>)[] = [];
  #caught = 0;
  #watchers: { readonly count: number; readonly tell: () => void }[] = [];
  #open = false;

  /** How many it has caught since it was made, those already let go among them. */
  get caught(): number {
    return this.#caught;
  }

  /** Resolves once it has caught so many. @param count default 1 */
  untilCaught(count = 1): Promise<void> {
    return new Promise((tell) => {
      this.#watchers.push({ count, tell });
      this.#tell();
    });
  }

  /**
   * Lets them land, one after the other in the order in which they were caught, and says how each ended. Who comes
   * later is caught no more. Rejects if one of them cannot land: its server is closed.
   */
  async letGo(): Promise<readonly Landing[]> {
    this.#open = true;
    const landings: Landing[] = [];
    for (let land = this.#kept.shift(); land; land = this.#kept.shift()) {
      const { status } = await land();
      landings.push({ status });
    }
    return landings;
  }

  /** For servers: gives `land` to the test. Resolves as it does, once the test has let it go. */
  keep<L extends Landing>(land: () => Promise<L>): Promise<L> {
    if (this.#open) return land();
    return new Promise((landed) => {
      this.#kept.push(() => {
        const landing = land();
        landed(landing);
        return landing;
      });
      this.#caught += 1;
      this.#tell();
    });
  }

  #tell(): void {
    const due = this.#watchers.filter(({ count }) => count <= this.#caught);
    this.#watchers = this.#watchers.filter((watcher) => !due.includes(watcher));
    for (const { tell } of due) tell();
  }
}

/** For servers: runs `land` when the wait is over. Rejects with the signal's reason if that comes first. */
export async function afterWait<L extends Landing>(
  wait: Wait,
  clock: Clock,
  land: () => Promise<L>,
  signal?: AbortSignal,
): Promise<L> {
  if ("hold" in wait) return wait.hold.keep(land);
  await clock.sleep(wait.ms, signal);
  return land();
}

/** Everything that has happened so far, for one who waits for the next thing. */
import type { DemoEvent, EventOf } from "./event.ts";

/** Thrown when the play does not go as it should. */
export class StageError extends Error {
  override readonly name = "StageError";
  /** What the demo exits with. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export class EventLog {
  readonly #events: DemoEvent[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #failed = new AbortController();
  readonly #onEvent: (event: DemoEvent) => void;

  /** @param onEvent is shown each event as it is told */
  constructor(onEvent: (event: DemoEvent) => void) {
    this.#onEvent = onEvent;
  }

  get events(): readonly DemoEvent[] {
    return this.#events;
  }

  tell(event: DemoEvent): void {
    this.#events.push(event);
    this.#onEvent(event);
    for (const listener of this.#listeners) listener();
  }

  /** Ends every wait, now and later. The first reason stands. */
  fail(reason: Error): void {
    this.#failed.abort(reason);
  }

  /**
   * The first event of this type that matches, among those that were and those to come.
   *
   * @param expected what should happen, for the error: "A should ..."
   * @throws StageError after `limitMs`; the reason of `fail`.
   */
  until<T extends DemoEvent["type"]>(
    type: T,
    matches: (event: EventOf<T>) => boolean,
    { expected, limitMs }: { readonly expected: string; readonly limitMs: number },
  ): Promise<EventOf<T>> {
    return new Promise((resolve, reject) => {
      const { signal } = this.#failed;
      const leave = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        signal.removeEventListener("abort", onFailure);
      };
      const look = (): void => {
        const found = this.#events.find(
          (event): event is EventOf<T> => event.type === type && matches(event as EventOf<T>),
        );
        if (!found) return;
        leave();
        resolve(found);
      };
      const onFailure = (): void => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(new StageError(`${expected} within ${limitMs / 1000} s, and that did not happen`));
      }, limitMs);
      this.#listeners.add(look);
      signal.addEventListener("abort", onFailure, { once: true });
      look();
      if (signal.aborted) onFailure();
    });
  }
}

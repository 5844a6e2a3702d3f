/** Real refusal: the port is given back to the system, which then answers every attempt to connect with a reset. */
import type { Loopback } from "../loopback.ts";

/** Counts who wants connections to be refused; they are taken again when nobody does. */
export class ConnectionRefusal {
  readonly #loopback: Loopback;
  #wanted = 0;

  constructor(loopback: Loopback) {
    this.#loopback = loopback;
  }

  /** Resolves once connections are refused. What it gives back ends it, once. */
  async refuse(): Promise<() => Promise<void>> {
    this.#wanted += 1;
    await this.#settle();
    let ended: Promise<void> | undefined;
    return () => {
      if (!ended) {
        this.#wanted -= 1;
        ended = this.#settle();
      }
      return ended;
    };
  }

  #settle(): Promise<void> {
    return this.#wanted > 0 ? this.#loopback.pause() : this.#loopback.resume();
  }
}

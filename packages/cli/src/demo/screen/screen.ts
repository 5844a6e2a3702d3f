/** Where lines go. On a terminal, the last one may be a live one, which the next line takes the place of. */
import type { Writable } from "node:stream";

const clearLine = "\r\u001b[2K";

export class Screen {
  readonly #stream: Writable;
  readonly #terminal: boolean;
  #live = "";

  /** @param terminal whether a line can be written over */
  constructor(stream: Writable, terminal: boolean) {
    this.#stream = stream;
    this.#terminal = terminal;
  }

  print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.live("");
    this.#stream.write(`${lines.join("\n")}\n`);
  }

  /** Shows it until the next line or the next live one comes. Empty: nothing. */
  live(line: string): void {
    if (!this.#terminal || line === this.#live) return;
    this.#stream.write(this.#live === "" ? line : `${clearLine}${line}`);
    this.#live = line;
  }
}

/** What a scripted server is told to do, as data. */
import type { RecordedRequest } from "./recorded-request.ts";

interface Step {
  /**
   * Awaited once the whole request has arrived, before anything is answered. A delay is a promise that the test
   * resolves, never a sleep; an abort at the worst moment is a call made here.
   */
  readonly before?: ((request: RecordedRequest) => void | Promise<void>) | undefined;
}

/** An answer, sent as it stands: no `Date`, no `Content-Type`, nothing but `Content-Length` is added to it. */
export interface ScriptedAnswer extends Step {
  readonly status: number;
  /** Names are sent as written; an array sends one line for each of its values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** @default nothing */
  readonly body?: string | Uint8Array | undefined;
  /**
   * `"middle"`: closes the connection after the headers and half of the body. `"after"`: sends all of it, then closes
   * the connection without a word, as a server does that goes away between two requests.
   */
  readonly cut?: "middle" | "after" | undefined;
}

/** Reads the request and closes the connection without an answer: the client cannot know whether it took effect. */
export interface ScriptedCut extends Step {
  readonly cut: "before";
}

/** Reads the request and never answers. */
export interface ScriptedHang extends Step {
  readonly hang: true;
}

/** What happens to one request: an answer, a cut connection, or silence. */
export type ScriptedStep = ScriptedAnswer | ScriptedCut | ScriptedHang;

/**
 * A list gives one step to each request, in the order of their arrival, and must be played to its end. A function
 * answers any number of requests; `undefined` says that this one was not to be expected.
 */
export type Script =
  | readonly ScriptedStep[]
  | ((request: RecordedRequest, index: number) => ScriptedStep | undefined);

/** Deals out the steps and knows what went against the script. */
export class Playback {
  readonly #script: Script;
  readonly #unexpected: string[] = [];
  #asked = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  /** The step for this request; `undefined`, and remembered, if the script has none. */
  next(request: RecordedRequest): ScriptedStep | undefined {
    const index = this.#asked++;
    const step = typeof this.#script === "function" ? this.#script(request, index) : this.#script[index];
    if (!step) this.#unexpected.push(`${request.method} ${request.target}`);
    return step;
  }

  /** One sentence a deviation; empty if the script was played exactly. */
  deviations(): string[] {
    const found = this.#unexpected.map((request) => `unscripted request: ${request}`);
    const left = typeof this.#script === "function" ? 0 : this.#script.length - this.#asked;
    if (left > 0) found.push(`${left} of ${this.#script.length} scripted steps were never asked for`);
    return found;
  }
}

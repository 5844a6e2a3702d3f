/** What the audience sees: puts events, as they come, on the screen. */
import type { WriteStream } from "node:tty";
import { colorsFor } from "../../output.ts";
import type { DemoEvent } from "../crew/event.ts";
import type { Finding } from "../ledger/check.ts";
import type { Entry } from "../ledger/ledger.ts";
import { machineMs } from "../ledger/machine-time.ts";
import { termsOf } from "../ledger/terms.ts";
import { paintFor } from "./paint.ts";
import { emptyScene, type Scene, sceneAfter } from "./scene.ts";
import { Screen } from "./screen.ts";
import { closing, failure, ledgerTable, opening, type Play, verdict } from "./summary.ts";
import { type Canvas, heading, linesFor, liveLine } from "./timeline.ts";

const widest = 100;
const usualWidth = 80;
const liveEveryMs = 100;

export class Show {
  readonly #screen: Screen;
  readonly #canvas: Canvas;
  readonly #play: Play;
  #scene: Scene = emptyScene;
  #endings: Record<string, string> = {};
  #ticking: NodeJS.Timeout | undefined;

  constructor(stream: WriteStream, play: Play) {
    this.#screen = new Screen(stream, stream.isTTY === true);
    this.#canvas = {
      paint: paintFor(colorsFor(stream)),
      width: Math.min(stream.columns ?? usualWidth, widest),
      startMs: machineMs(),
    };
    this.#play = play;
  }

  open(): void {
    this.#screen.print([...opening(this.#play, this.#canvas), heading(this.#canvas)]);
    this.#ticking = setInterval(() => {
      this.#screen.live(liveLine(machineMs(), this.#scene, this.#canvas));
    }, liveEveryMs);
  }

  event(event: DemoEvent): void {
    this.#screen.print(linesFor(event, this.#scene, this.#play, this.#canvas));
    this.#scene = sceneAfter(this.#scene, event);
    if (event.type === "killed") this.#endings[event.worker] = "killed";
    if (event.type === "lost") this.#endings[event.worker] = `lost: ${event.reason}`;
    if (event.type === "released" && event.outcome !== "lapsed") this.#endings[event.worker] = event.outcome;
  }

  close(findings: readonly Finding[], entries: readonly Entry[]): void {
    this.#screen.print(ledgerTable(termsOf(entries), this.#endings, this.#canvas));
    this.#screen.print(verdict(findings, this.#canvas));
    if (findings.every(({ violations }) => violations.length === 0))
      this.#screen.print(closing(this.#play, this.#canvas));
    else this.failure("the ledger contradicts what a lease promises");
  }

  failure(message: string): void {
    this.#screen.print(failure(message, this.#canvas));
  }

  end(): void {
    clearInterval(this.#ticking);
    this.#screen.live("");
  }
}

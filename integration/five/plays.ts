/** How each of the five tests is played; what each promises, and what is taken out, stands in `proof/five-tests.mjs`. */
import { lostWrite } from "./lost-write.ts";
import { sixteenCreate, sixteenProcesses, thirtyTwoContenders } from "./one-winner.ts";
import { pausedHolder } from "./paused-holder.ts";
import { releaseAfterLoss } from "./release.ts";
import { skewedChallengers, skewedHolder } from "./skew.ts";
import type { Play } from "./trial.ts";

export type PlayName =
  | "lostWrite"
  | "pausedHolder"
  | "releaseAfterLoss"
  | "skewedChallengers"
  | "skewedHolder"
  | "sixteenCreate"
  | "sixteenProcesses"
  | "thirtyTwoContenders";

export interface Staged {
  readonly play: Play;
  /** It mostly waits, so that several may be played at once. */
  readonly waits: boolean;
}

export const plays: Readonly<Record<PlayName, Staged>> = {
  lostWrite: { play: lostWrite, waits: true },
  pausedHolder: { play: pausedHolder, waits: true },
  releaseAfterLoss: { play: releaseAfterLoss, waits: true },
  skewedChallengers: { play: skewedChallengers, waits: true },
  skewedHolder: { play: skewedHolder, waits: true },
  sixteenCreate: { play: sixteenCreate, waits: false },
  sixteenProcesses: { play: sixteenProcesses, waits: false },
  thirtyTwoContenders: { play: thirtyTwoContenders, waits: false },
};

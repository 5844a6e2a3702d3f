/** What a process does in an election, for those who probe it. */
import type { FencingToken } from "../../base/token.ts";
import type { Holding } from "../../lease/hold.ts";

/** `idle`: it neither leads nor campaigns through this handle. */
export type ElectionHealth =
  | { readonly state: "idle" | "following" }
  | {
      readonly state: "leading";
      readonly token: FencingToken;
      /** Milliseconds since the last good renewal was sent, a proclamation counting as one; every third of the ttl there is one. */
      readonly renewedAgoMs: number;
      /** Milliseconds for which the term can still be trusted without another. */
      readonly remainingMs: number;
    };

/** Kept by the campaigns of one handle. */
export class Standing {
  #campaigns = 0;
  #held: Holding | undefined;

  /** Follows until the campaign has ended, however it ends. */
  async during<R>(campaign: Promise<R>): Promise<R> {
    this.#campaigns += 1;
    try {
      return await campaign;
    } finally {
      this.#campaigns -= 1;
    }
  }

  lead(holding: Holding): void {
    this.#held = holding;
  }

  health(): ElectionHealth {
    const term = this.#held?.term;
    const remainingMs = term?.remainingMs() ?? 0;
    if (term && remainingMs > 0) {
      const { token, progress } = term.granted;
      const renewedAgoMs = progress.nowMs() - term.window.openedAtMs;
      return { state: "leading", token, renewedAgoMs, remainingMs };
    }
    return { state: this.#campaigns > 0 ? "following" : "idle" };
  }
}

/** What a lease reports while it is waited for and held, in sentences for the person at the screen. */
import { type CoordinationEvent, printable } from "@fencepost/core";

export interface Sentence {
  readonly text: string;
  /** `warning`: somebody should know even if nobody is looking. `progress`: for whoever is. */
  readonly kind: "warning" | "progress" | "detail";
}

/** `undefined`: nothing that a person would miss. */
export function sentenceOf(event: CoordinationEvent, waits: boolean): Sentence | undefined {
  const lease = `the lease "${printable(event.key)}"`;
  switch (event.type) {
    case "lease.contended":
      if (!waits) return undefined;
      return progress(`waiting for ${lease}, held by ${printable(event.holder)} (token ${event.token})`);
    case "lease.fallback":
      return detail(
        event.why === "clocks-apart"
          ? `the store's clock has moved unlike this machine's, so ${lease} is watched for its ttl`
          : `the store does not tell how old ${lease} is, so it is watched for its ttl`,
      );
    case "lease.acquired":
      return detail(`acquired ${lease} with token ${event.token} after ${event.waitedMs.toFixed(0)} ms`);
    case "lease.renewed":
      return detail(`renewed ${lease}; it can be trusted for ${seconds(event.remainingMs)}`);
    case "lease.uncertain":
      return detail(
        `a renewal of ${lease} is unanswered; it can be trusted for ${seconds(event.remainingMs)} more`,
      );
    case "lease.released":
      if (event.outcome === "released") return detail(`released ${lease} after ${seconds(event.heldMs)}`);
      if (event.outcome === "lapsed") return undefined;
      return warning(
        `the store was silent when ${lease} was released; if it is not free it runs out by itself`,
      );
    case "clock.skewed":
      return warning(
        `this machine's clock is ${seconds(Math.abs(event.aheadMs))} ${event.aheadMs < 0 ? "behind" : "ahead of"} the store's: set it`,
      );
    case "store.warning":
      return warning(printable(event.message));
    default:
      return undefined;
  }
}

const warning = (text: string): Sentence => ({ kind: "warning", text });
const progress = (text: string): Sentence => ({ kind: "progress", text });
const detail = (text: string): Sentence => ({ kind: "detail", text });
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

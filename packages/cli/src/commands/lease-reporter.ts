/** Decides which events of a lease are said: warnings always, progress to a terminal, details where they are asked for. */
import type { CoordinationEvent } from "@fencepost/core";
import { say } from "../output.ts";
import { sentenceOf } from "./lease-events.ts";

export interface Audience {
  /** The lease is waited for. */
  readonly waits: boolean;
  /** Every detail is asked for. */
  readonly verbose: boolean;
  /** Somebody is looking: standard error is a terminal. */
  readonly looks: boolean;
}

/**
 * A listener for a coordinator. A warning is said once, and only when the lease is held: until then it may be the
 * reason of an error that will be said anyway.
 *
 * @param tell says one sentence. @default on standard error
 */
export function leaseReporter(
  { waits, verbose, looks }: Audience,
  tell: (text: string) => void = say,
): (event: CoordinationEvent) => void {
  const warned = new Set<string>();
  let held = false;
  const warn = (text: string): void => {
    if (warned.has(text)) return;
    warned.add(text);
    if (held || verbose) tell(text);
  };
  return (event) => {
    const sentence = sentenceOf(event, waits);
    if (event.type === "lease.acquired" && !held) {
      held = true;
      if (!verbose) for (const text of warned) tell(text);
    }
    if (sentence?.kind === "warning") warn(sentence.text);
    else if (sentence && (verbose || (sentence.kind === "progress" && looks))) tell(sentence.text);
  };
}

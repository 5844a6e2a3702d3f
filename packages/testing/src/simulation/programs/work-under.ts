/** Work under what is held, in steps, for as long as it may go on. */
import type { Held } from "@fencepost/core";
import type { Participant } from "../engine/program.ts";

/** @param step called whenever the holder is sure of what it holds */
export async function workUnder(
  { clock, random, habits, isOver }: Participant,
  held: Pick<Held, "signal" | "remainingMs">,
  step: () => void,
): Promise<void> {
  const untilMs = clock.monotonicMs() + random.unit() * habits.holdMs;
  // Some look at the clock before each step, and some trust the signal alone.
  const trusting = random.unit() < 0.5;
  if (held.remainingMs() > 0) step();
  while (clock.monotonicMs() < untilMs && !isOver()) {
    await clock.sleep(20 + random.unit() * habits.stepMs);
    if (trusting ? held.signal.aborted : held.remainingMs() <= 0) return;
    step();
  }
}

/** Looking at who holds a semaphore. */
import { semaphoreName } from "../../base/keys.ts";
import { type LeaseStatus, statusAt } from "../../lease/inspect.ts";
import type { Seat } from "./seat.ts";
import { slotsEver } from "./stored-permits.ts";

/** One slot that somebody has, or had until it ran out: its holder, note and token, and until when. */
export type PermitHolder = { readonly slot: number } & Exclude<
  LeaseStatus,
  { readonly state: "absent" | "free" }
>;

/** Also of slots that were closed since. Errors as of `semaphore.holders`. */
export async function holdersOf(
  { contender, key, ...seat }: Seat,
  signal: AbortSignal | undefined,
): Promise<readonly PermitHolder[]> {
  const ever = await slotsEver({ contender, key, ...seat }, signal);
  const holders: PermitHolder[] = [];
  for (let slot = 0; slot < ever; slot++) {
    const place = contender.placeOf(key, (each) => semaphoreName(each, slot));
    const status = await statusAt(contender, place, signal);
    if (status.state !== "absent" && status.state !== "free") holders.push({ slot, ...status });
  }
  return holders;
}

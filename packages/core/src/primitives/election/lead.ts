/** Leading whenever it can: campaign, work, resign; and again after a loss. */
import { isCoordinationError } from "../../base/errors.ts";
import { jittered } from "../../base/random.ts";
import type { Lease } from "../../lease/lease.ts";
import type { Work } from "../../lease/run.ts";
import { type CampaignOptions, type Candidacy, candidacyOf, stand } from "./campaign.ts";
import type { HeldLeadership, Leadership } from "./leadership.ts";
import type { Seat } from "./seat.ts";

/** Whoever loses term after term is not what the others need: it campaigns later each time. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Errors as of `election.lead`. */
export async function lead<T>(
  seat: Seat<T>,
  options: CampaignOptions<T>,
  work: Work<Leadership<T>, void>,
): Promise<void> {
  if (typeof work !== "function") {
    throw new TypeError("lead needs the work as its last argument, a function");
  }
  const candidacy = await candidacyOf(seat, options);
  const { signal } = options;
  const { clock, random } = seat.contender.access;
  for (let losses = 0; !signal.aborted; losses++) {
    const leadership = await standUnlessAborted(seat, candidacy);
    if (!leadership) return;
    const sinceMs = clock.monotonicMs();
    if ((await leadOneTerm(leadership, signal, work)) === "over") return;
    // A term that went well for as long as a ttl has nothing to do with the losses before it.
    if (clock.monotonicMs() - sinceMs > leadership.ttlMs) losses = 0;
    const pauseMs = jittered(Math.min(firstPauseMs * 2 ** losses, longestPauseMs), random);
    await clock.sleep(pauseMs, signal).catch(() => {});
  }
}

async function standUnlessAborted<T>(
  seat: Seat<T>,
  candidacy: Candidacy,
): Promise<HeldLeadership<T> | undefined> {
  try {
    return await stand(seat, candidacy);
  } catch (error) {
    // Who never led is not told that it stopped.
    if (candidacy.options.signal.aborted) return undefined;
    throw error;
  }
}

/** Ends with its work, even if that goes on after a loss: no second one may begin beside it. */
async function leadOneTerm<T>(
  leadership: HeldLeadership<T>,
  signal: AbortSignal,
  work: Work<Leadership<T>, void>,
): Promise<"over" | "lost"> {
  let working: Promise<unknown> = Promise.resolve();
  leadership.follow(signal);
  const resign = (): void => leadership.runOut();
  if (signal.aborted) resign();
  signal.addEventListener("abort", resign, { once: true });
  try {
    await leadership.run((term) => {
      const done = (async () => work(term))();
      working = done.catch(() => {});
      return done;
    });
    return "over";
  } catch (error) {
    if (isLossOf(leadership, error)) {
      await working;
      return "lost";
    }
    if (signal.aborted && isAbortOf(signal, error)) return "over";
    throw error;
  } finally {
    signal.removeEventListener("abort", resign);
  }
}

/** Of this term: the work may hold other leases. */
function isLossOf({ key, token }: Lease, error: unknown): boolean {
  return isCoordinationError(error, "lease-lost") && error.key === key && error.token === token;
}

/** Work that ends as it was told to, and says so: with the reason itself, or as the platform's calls do. */
function isAbortOf({ reason }: AbortSignal, error: unknown): boolean {
  return (
    error === reason || (error instanceof Error && (error.name === "AbortError" || error.cause === reason))
  );
}

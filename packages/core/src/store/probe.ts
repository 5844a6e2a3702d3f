/**
 * Proves on the real endpoint that a store honours the conditions which all else rests on (protocol, section 9). Some
 * stores take the headers and ignore them, and some check and write in two steps: only trying tells.
 *
 * It writes objects of its own under `_fencepost/probes/` and removes what the store lets it remove.
 */
import { type Check, checks } from "./probe-checks.ts";
import { type ProbedStore, type ProbeOptions, probedStore } from "./probed-store.ts";
import type { Store } from "./store.ts";

/** What a probe found, check by check. */
export interface ProbeReport {
  /** Every check on which safety rests has passed. */
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    /** `false`: do not use this store. Checks that only inform are always `true`. */
    readonly ok: boolean;
    /** What the store answered. */
    readonly detail: string;
  }[];
}

/**
 * Tries every condition on the store itself, races included.
 *
 * @throws UnavailableError if the store gave no clear answer, so that nothing is proved either way; MisconfiguredError;
 *   the signal's own reason.
 */
export async function probe(store: Store, options: ProbeOptions = {}): Promise<ProbeReport> {
  const made: string[] = [];
  const probed = probedStore(store, options, made);
  const results: ProbeReport["checks"][number][] = [];
  for (const check of checks) results.push({ name: check.name, ...(await run(check, probed)) });
  await cleanUp(probed, made);
  return { ok: results.every((result) => result.ok), checks: results };
}

async function run(
  check: Check,
  probed: ProbedStore,
): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const verdict = await check.run(probed);
  return { ok: verdict.ok || check.informs === true, detail: verdict.detail };
}

/** Best effort: an object that is left behind is small and under a name of its own. */
async function cleanUp(probed: ProbedStore, made: readonly string[]): Promise<void> {
  for (const key of made) {
    try {
      const found = await probed.get(key);
      if (found.kind === "found") await probed.delete(key, found.version);
    } catch {
      return;
    }
  }
}

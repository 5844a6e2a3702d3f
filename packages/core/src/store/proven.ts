/**
 * Whether a store may be used: known by its kind, proved earlier, or proved now. A marker object in the store itself
 * says that it was proved, so that a process pays one read, and a bucket that was copied elsewhere is proved anew.
 */
import { within } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import { UnsupportedStoreError } from "../base/errors.ts";
import type { Random } from "../base/random.ts";
import { type ProbeReport, probe } from "./probe.ts";
import { probedStore } from "./probed-store.ts";
import type { Store } from "./store.ts";

/** Raised when a check is added, so that what was proved before is proved again. */
const probeVersion = 1;
export const probeMarkerName = "_fencepost/probe.json";

/** The probe's options, all of them known. */
export interface ProvenOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly requestTimeoutMs: number;
  readonly onWarning: (message: string) => void;
}

export class Proven {
  readonly #store: Store;
  readonly #options: ProvenOptions;
  #proof: Promise<void> | undefined;

  constructor(store: Store, options: ProvenOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * At once where the store is trusted or was proved before.
   *
   * @throws UnsupportedStoreError with the answers that prove it; UnavailableError, MisconfiguredError.
   */
  require(): Promise<void> {
    if (this.#store.capabilities.trusted) return Promise.resolve();
    this.#proof ??= this.#prove().catch((error: unknown) => {
      this.#proof = undefined;
      throw error;
    });
    return this.#proof;
  }

  async #prove(): Promise<void> {
    if (await this.#isMarked()) return;
    const report = await probe(this.#store, this.#options);
    const failed = report.checks.filter((check) => !check.ok);
    if (failed.length > 0) throw refusal(this.#store, failed);
    await this.#mark(report);
  }

  async #isMarked(): Promise<boolean> {
    const found = await probedStore(this.#store, this.#options, []).get(probeMarkerName);
    if (found.kind !== "found") return false;
    try {
      const marker = JSON.parse(new TextDecoder().decode(found.body)) as Record<string, unknown>;
      return marker["probe"] === probeVersion && marker["store"] === this.#store.name;
    } catch {
      return false;
    }
  }

  /** A refused or lost marker costs the next process a probe, and nothing else. */
  async #mark(report: ProbeReport): Promise<void> {
    const marker = {
      probe: probeVersion,
      store: this.#store.name,
      id: this.#options.random.id(),
      checks: report.checks,
    };
    const body = new TextEncoder().encode(`${JSON.stringify(marker)}\n`);
    const { clock, requestTimeoutMs } = this.#options;
    try {
      await within(clock, requestTimeoutMs, undefined, async (signal) => {
        const found = await this.#store.get(probeMarkerName, { signal });
        const condition = found.kind === "found" ? { matches: found.version } : "absent";
        await this.#store.put(probeMarkerName, body, condition, { signal });
      });
    } catch {
      // Probed again next time.
    }
  }
}

function refusal(store: Store, failed: ProbeReport["checks"]): UnsupportedStoreError {
  const proofs = failed.map((check) => `it is not true that ${check.name} (${check.detail})`).join("; ");
  return new UnsupportedStoreError(
    `${store.name} does not keep the promises that a lease rests on; ${proofs}. ` +
      "Two holders could be let in, so it is not used: take another store, or a version of this one that honours conditional writes",
    {},
  );
}

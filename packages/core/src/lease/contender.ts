/** One process as it contends for leases: its store, its label, and what it remembers between its calls. */
import { BoundedMap } from "../base/bounded-map.ts";
import { leaseName } from "../base/keys.ts";
import type { RecordPlace, StoreAccess } from "../record/access.ts";
import type { LeaseRecord } from "../record/lease-record.ts";
import type { Present } from "../record/read.ts";
import { Proven, probeMarkerName } from "../store/proven.ts";
import { GivingBack } from "./giving-back.ts";
import type { ExpiryRule } from "./judge.ts";
import { Lines } from "./line.ts";
import { Observations } from "./observation.ts";
import { defaultRequestTimeoutMs } from "./timing.ts";
import { Progress } from "./window.ts";

export interface ContenderSettings {
  readonly holder: string;
  readonly expiry: ExpiryRule;
  /** `undefined`: what the lease's ttl leaves room for. */
  readonly requestTimeoutMs: number | undefined;
  readonly allowUnprovenStore: boolean;
}

const keysMost = 1_000;

export class Contender {
  readonly access: StoreAccess;
  readonly settings: ContenderSettings;
  readonly progress: Progress;
  readonly observations: Observations = new Observations();
  /** Leases that this process freed last, by the name of their record, with the version to condition on: to take one again needs no read. */
  readonly freed: BoundedMap<Present<LeaseRecord>> = new BoundedMap(keysMost);
  readonly lines: Lines;
  readonly givingBack: GivingBack = new GivingBack();
  readonly #proven: Proven;

  constructor(access: StoreAccess, settings: ContenderSettings) {
    this.access = access;
    this.settings = settings;
    this.progress = new Progress(access.clock);
    this.lines = new Lines(access.clock);
    const { store, clock, random, onEvent } = access;
    const { requestTimeoutMs = defaultRequestTimeoutMs } = settings;
    this.#proven = new Proven(store, {
      clock,
      random,
      requestTimeoutMs,
      onWarning: (message) => onEvent({ type: "store.warning", key: probeMarkerName, message }),
    });
  }

  /**
   * Before anything is asked of a store that is not known to be good.
   *
   * @throws UnsupportedStoreError with the answers that prove it; UnavailableError, MisconfiguredError.
   */
  async requireProvenStore(): Promise<void> {
    if (!this.settings.allowUnprovenStore) await this.#proven.require();
  }

  /** @throws TypeError for a key that cannot be a name. */
  placeOf(key: string, nameOf: (key: string) => string = leaseName): RecordPlace {
    const { requestTimeoutMs = defaultRequestTimeoutMs } = this.settings;
    return { key, name: nameOf(key), requestTimeoutMs };
  }
}

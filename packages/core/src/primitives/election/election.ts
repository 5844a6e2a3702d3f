/** The handle of one election: who leads under a key, and how to be the one who does. */
import { leaseName } from "../../base/keys.ts";
import type { Contender } from "../../lease/contender.ts";
import { checkDuration } from "../../lease/options.ts";
import type { Work } from "../../lease/run.ts";
import { memberValuesOf } from "../../record/member-values.ts";
import { defaultPollMs, type Pollers, type WatchOptions } from "../../record/pollers.ts";
import type { ValueOptions } from "../../record/schema.ts";
import type { CallOptions } from "../../store/store.ts";
import { type CampaignOptions, campaign } from "./campaign.ts";
import type { ElectionHealth } from "./health.ts";
import { lead } from "./lead.ts";
import type { Leadership } from "./leadership.ts";
import { type Leader, observe, whoLeads } from "./observe.ts";
import { Seat } from "./seat.ts";

/**
 * Who leads under one key. Its record is the lease of that key, so `inspect`, `forceRelease` and a fence know it by that
 * name, and whoever takes the plain lease leads as well, with no value to show.
 */
export interface Election<T> {
  /**
   * Campaigns, runs the work as the leader, resigns; and again after a loss, until `signal` aborts or the work returns or
   * throws while it leads. Resolves on an abort, for those who never led, too; after it led only when its work has ended.
   * A second work never begins before the first has ended, whether or not it was lost.
   *
   * @throws what the work throws while it leads, unless that is only the abort; BadRecordError, MisconfiguredError,
   *   UnsupportedStoreError; TypeError, RangeError for wrong arguments. A store that is down is waited for.
   */
  lead(options: CampaignOptions<T>, work: Work<Leadership<T>, void>): Promise<void>;
  /**
   * One term: waits for it until `signal` aborts. `release()` resigns. Two requests where nobody leads.
   *
   * @throws the signal's own reason; BadRecordError, MisconfiguredError, UnsupportedStoreError; TypeError, RangeError for
   *   wrong arguments. A store that is down is waited for.
   */
  campaign(options: CampaignOptions<T>): Promise<Leadership<T>>;
  /**
   * Who leads, by one read. `undefined`: nobody, as far as can be told by it. Needs no permission to write.
   *
   * @throws UnavailableError, MisconfiguredError; BadRecordError, also for a value that the schema refuses.
   */
  leader(options?: CallOptions): Promise<Leader<T> | undefined>;
  /**
   * The leader now, then the newest at each change of term or value; may skip some, and never goes back to an earlier
   * term. One poller a key and process, however many observe. Needs no permission to write. Ends on abort.
   *
   * @throws as `leader`, but waits for a store that is down.
   */
  observe(options?: WatchOptions): AsyncIterable<Leader<T> | undefined>;
  /** What this handle is doing, for a probe of the process. Sends nothing. */
  health(): ElectionHealth;
}

const known = ["schema"];

/** @throws TypeError for a wrong key or wrong options. */
export function openElection<T>(
  contender: Contender,
  pollers: Pollers,
  key: string,
  options: Partial<ValueOptions<T>> = {},
): Election<T> {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new TypeError(`unknown election option "${name}"; known are ${known.join(", ")}`);
    }
  }
  const place = contender.placeOf(key, leaseName);
  const seat = new Seat<T>(contender, pollers, place, memberValuesOf(options.schema));
  return {
    lead: (campaignOptions, work) => lead(seat, campaignOptions, work),
    campaign: (campaignOptions) => campaign(seat, campaignOptions),
    leader: ({ signal } = {}) => whoLeads(seat, signal),
    observe: ({ signal, pollMs = defaultPollMs } = {}) => {
      checkDuration("pollMs", pollMs, 1);
      return observe(seat, pollMs, signal);
    },
    health: () => seat.standing.health(),
  };
}

/**
 * What somebody who only looks makes of the states of an election, in whatever order they come (protocol, elections).
 * Pure. Ordered by term and by the writes in it, it never goes back; and a leader once judged dead leads again only after
 * two further writes, since one may have been on its way when it died.
 */
import type { LeaseRecord } from "../../record/lease-record.ts";

type Moment = Pick<LeaseRecord, "token" | "renewals">;

/** How many writes of a leader may be under way when it is judged dead: they show no life. */
const inFlightMost = 1;

export class LeaderView {
  #newest: Moment | undefined;
  #dead: Moment | undefined;
  #leader: LeaseRecord | undefined;

  /** Older than what was seen before: an answer that was late, or a record that was deleted or restored. */
  isBehind(record: LeaseRecord): boolean {
    return this.#newest !== undefined && isEarlier(record, this.#newest);
  }

  /**
   * @param record what stands there; `undefined`: nothing
   * @param isAlive whether it is judged to be held still
   * @returns who leads, by all that was seen
   */
  see(record: LeaseRecord | undefined, isAlive: boolean): LeaseRecord | undefined {
    if (record && this.isBehind(record)) return this.#leader;
    this.#leader = record && this.#leads(record, isAlive) ? record : undefined;
    if (record) this.#newest = record;
    return this.#leader;
  }

  #leads(record: LeaseRecord, isAlive: boolean): boolean {
    if (record.state === "free") return false;
    if (!isAlive) {
      this.#dead = record;
      return false;
    }
    if (this.#dead?.token === record.token && record.renewals - this.#dead.renewals <= inFlightMost)
      return false;
    this.#dead = undefined;
    return true;
  }
}

function isEarlier(one: Moment, other: Moment): boolean {
  return one.token < other.token || (one.token === other.token && one.renewals < other.renewals);
}

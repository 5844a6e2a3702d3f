/** How the processes of a run are to behave, as far as their program lets them. Milliseconds are at most so many. */
export interface Habits {
  /** Between two asks. */
  readonly idleMs: number;
  /** Between two steps of the work. */
  readonly stepMs: number;
  /** Under one lease. */
  readonly holdMs: number;
  /** Of so many asks, one being all, it is waited for the holder. */
  readonly waiting: number;
  /** One of them for each ask. */
  readonly ttlsMs: readonly number[];
}

/** What the calls of one semaphore's handle share. */
import type { Contender } from "../../lease/contender.ts";

export interface Seat {
  readonly contender: Contender;
  readonly key: string;
  readonly stored: Stored;
}

/** The number of permits that a handle was opened with, and what it has read of it since. */
export interface Stored {
  readonly wanted: number;
  /** Only for where to look first: never for how many there are. */
  known: number;
  hasWarned: boolean;
}

/** How much of it somebody wants. */
export interface PermitOptions {
  /** So many slots, or none. @default 1 */
  readonly weight?: number | undefined;
}

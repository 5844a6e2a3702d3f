/** Kinds of seeds. Each looks where the others seldom come by; together they are the plans that seeds make. */
import type { Habits } from "./habits.ts";

type Range = readonly [least: number, most: number];

export interface Family {
  readonly name: string;
  /** Of all shares together. */
  readonly share: number;
  readonly processes: Range;
  /** Some run with the first, some with the next. */
  readonly habits: readonly Habits[];
  readonly faultsEndMs: Range;
  /** Of a network that fails as often as it ever does. */
  readonly harshness: Range;
  /** A minute. */
  readonly disturbances: Range;
  /** A minute. */
  readonly cutOffs: Range;
  /** In the whole run. */
  readonly deletions: number;
  /** Of so many processes, one being all, expiry is judged by watching. */
  readonly observers: number;
  /** Clocks that run apart: by any of what the protocol allows, or by all of it. */
  readonly apart: "somewhat" | "utterly";
}

const usual: Habits = { idleMs: 1_500, stepMs: 420, holdMs: 6_000, waiting: 0.5, ttlsMs: [3_000] };
/** Asks all the time, and never lets go: what ends its lease is the clock. */
const eager: Habits = { idleMs: 80, stepMs: 60, holdMs: 60_000, waiting: 0, ttlsMs: [3_000] };

export const families: readonly Family[] = [
  {
    name: "anything",
    share: 60,
    processes: [2, 4],
    habits: [usual, { ...usual, ttlsMs: [3_000, 4_000, 6_000] }],
    faultsEndMs: [8_000, 25_000],
    harshness: [0, 1],
    disturbances: [0, 12],
    cutOffs: [0, 2],
    deletions: 0,
    observers: 0.25,
    apart: "somewhat",
  },
  // The record is left alone for long, so that it can be deleted.
  {
    name: "quiet",
    share: 16,
    processes: [2, 4],
    habits: [{ ...usual, idleMs: 60_000 }],
    faultsEndMs: [60_000, 120_000],
    harshness: [0, 1],
    disturbances: [0, 12],
    cutOffs: [0, 0],
    deletions: 12,
    observers: 0.25,
    apart: "somewhat",
  },
  // Who holds it is cut off, works to the last moment, and the others ask at the first. Margins are all that is between.
  {
    name: "expiry",
    share: 10,
    processes: [2, 3],
    habits: [eager],
    faultsEndMs: [12_000, 30_000],
    harshness: [0, 0.2],
    disturbances: [0, 2],
    cutOffs: [10, 16],
    deletions: 0,
    observers: 0,
    apart: "utterly",
  },
  // The same among those who judge by watching, with a longer ttl, in which rates have time to run apart.
  {
    name: "watch",
    share: 8,
    processes: [2, 3],
    habits: [{ ...eager, idleMs: 100, stepMs: 120, ttlsMs: [9_000] }],
    faultsEndMs: [25_000, 45_000],
    harshness: [0, 0.2],
    disturbances: [0, 2],
    cutOffs: [6, 10],
    deletions: 0,
    observers: 1,
    apart: "utterly",
  },
  // So many writes in a row that whoever hears nothing for a moment finds its own several steps back.
  {
    name: "crowd",
    share: 8,
    processes: [4, 5],
    habits: [{ ...usual, idleMs: 60, stepMs: 30, holdMs: 100 }],
    faultsEndMs: [4_000, 9_000],
    harshness: [0.5, 1],
    disturbances: [0, 12],
    cutOffs: [0, 4],
    deletions: 0,
    observers: 0.25,
    apart: "somewhat",
  },
];

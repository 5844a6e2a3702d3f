/** The five tests as a table: what is promised, how it is played, and what breaks without each mechanism. */
import { lostWrite } from "./lost-write.ts";
import { firstRounds, laterRounds, sixteenProcesses, thirtyTwoContenders } from "./one-winner.ts";
import { pausedHolder } from "./paused-holder.ts";
import { releaseAfterLoss } from "./release.ts";
import { skewedChallengers, skewedHolder } from "./skew.ts";
import type { Play, Removal } from "./trial.ts";

export interface Row {
  /** Of the requirements. */
  readonly name: string;
  readonly promise: string;
  readonly play: Play;
  readonly removals: readonly Removal[];
  /** It mostly waits, so that several may be played at once. */
  readonly waits: boolean;
}

const t5: Row = {
  name: "T5",
  promise: "a store that loses a write is found out",
  play: lostWrite,
  waits: true,
  removals: [
    {
      what: "the look for an older state",
      patch: "rollback-unseen",
      of: "A",
      breaks: "A does not say that the store was rolled back",
    },
  ],
};

/** What can be shown where nothing is real but the processes. */
export const lostWriteOnly: readonly Row[] = [t5];

export const rows: readonly Row[] = [
  t5,
  {
    name: "T1",
    promise: "the paused holder is rejected",
    play: pausedHolder,
    waits: true,
    removals: [
      {
        what: "the condition in A's write",
        patch: "{adapter}-replace-without-condition",
        of: "A",
        breaks: "what B wrote does not stand",
      },
      {
        what: "B's claim",
        patch: "no-claim",
        of: "B",
        breaks: "the store took A's write after B's claim",
      },
      {
        what: "A's local check",
        patch: "fenced-without-local-check",
        of: "A",
        breaks: "A sent a write that its own check should have stopped",
      },
    ],
  },
  {
    name: "T2",
    promise: "a release does not steal",
    play: releaseAfterLoss,
    waits: true,
    removals: [
      {
        what: "the condition in A's release",
        patch: "{adapter}-replace-without-condition",
        of: "A",
        breaks: "B's record has another version",
      },
    ],
  },
  {
    name: "T3",
    promise: "a clock that is apart grants nothing",
    play: skewedChallengers,
    waits: true,
    removals: [
      {
        what: "the store's clock as the judge of age",
        patch: "client-clock-expiry",
        of: "an hour ahead, by store-clock",
        breaks: "a host whose clock is apart was let in while A was live",
      },
    ],
  },
  {
    name: "T3",
    promise: "a holder whose clock is apart does not outlive its window",
    play: skewedHolder,
    waits: true,
    removals: [
      {
        what: "the end of the window",
        patch: "window-beyond-ttl",
        of: "A",
        breaks: "a holder was sure of its lease after its window",
      },
    ],
  },
  {
    name: "T4",
    promise: "of 16 processes exactly one wins, 50 times",
    play: sixteenProcesses,
    waits: false,
    removals: [],
  },
  {
    name: "T4",
    promise: "of 32 contenders in one process exactly one wins, 50 times",
    play: thirtyTwoContenders,
    waits: false,
    removals: [],
  },
  {
    name: "T4",
    promise: "exactly one creates",
    play: firstRounds,
    waits: false,
    removals: [
      {
        what: "the condition of a create",
        patch: "{adapter}-create-without-condition",
        breaks: "a round had several winners",
      },
    ],
  },
  {
    name: "T4",
    promise: "exactly one replaces",
    play: laterRounds,
    waits: false,
    removals: [
      {
        what: "the condition of a replace",
        patch: "{adapter}-replace-without-condition",
        breaks: "a round had several winners",
      },
    ],
  },
];

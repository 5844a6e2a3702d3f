// T1 to T5: what each promises, what is taken out, and what then fails. integration/five-tests.test.ts plays it by real
// processes, each row on each store; what plays it in virtual time is named; docs/proof.md shows it.

/**
 * @typedef {object} FiveRemoval
 * @property {string} what in words, as in "fails without …"
 * @property {string} patch from `proof/patches`; `{adapter}` stands for `s3`, `gcs` and `sqlite`
 * @property {string} [of] which processes run without it: what their names begin with; nothing: all of them
 * @property {readonly string[]} breaks what of the play's promises is broken then: these, and no others
 * @property {string} simulated the patch that takes the same out in virtual time, where the row's test fails
 *
 * @typedef {object} FiveTest
 * @property {"T1" | "T2" | "T3" | "T4" | "T5"} name
 * @property {import("../integration/five/plays.ts").PlayName} play
 * @property {string} promise
 * @property {{ readonly file: string, readonly test: string }} simulated a test of `packages/core/src`
 * @property {readonly FiveRemoval[]} removals
 */

const exactlyOne = {
  file: "lease/acquire.test.ts",
  test: "of 32 contenders in one process, and of 16 processes, exactly one wins, 50 times each (T4)",
};

/** @type {readonly FiveTest[]} */
export const fiveTests = [
  {
    name: "T1",
    play: "pausedHolder",
    promise: "the paused holder is rejected",
    simulated: {
      file: "primitives/document/fence.test.ts",
      test: "a holder that was paused past its lease cannot overwrite its successor (T1)",
    },
    removals: [
      {
        what: "the condition in A's write",
        patch: "{adapter}-replace-without-condition",
        of: "A",
        breaks: [
          "the store took A's write after B's",
          "the store took A's write after B's claim",
          "what B wrote does not stand",
          "A was told neither fenced nor lease-lost",
          "the history checker finds: fenced-write-went-back",
        ],
        simulated: "replace-without-condition",
      },
      {
        what: "B's claim",
        patch: "no-claim",
        of: "B",
        breaks: [
          "the store took A's write after B's claim",
          "what B wrote does not stand",
          "A was told neither fenced nor lease-lost",
        ],
        simulated: "no-claim",
      },
      {
        what: "A's local check",
        patch: "fenced-without-local-check",
        of: "A",
        breaks: ["A sent a write that its own check should have stopped"],
        simulated: "fenced-without-local-check",
      },
    ],
  },
  {
    name: "T2",
    play: "releaseAfterLoss",
    promise: "a release does not steal",
    simulated: {
      file: "lease/release.test.ts",
      test: "a release whose process is stopped just before it is sent does not touch the next holder's (T2)",
    },
    removals: [
      {
        what: "the condition in A's release",
        patch: "{adapter}-replace-without-condition",
        of: "A",
        breaks: ["B's record has another version", "B does not hold the lease any more"],
        simulated: "replace-without-condition",
      },
    ],
  },
  {
    name: "T3",
    play: "skewedChallengers",
    promise: "a clock that is apart grants nothing",
    simulated: {
      file: "lease/acquire.test.ts",
      test: "a process an hour ahead, or behind, does not take a live lease, by either rule (T3)",
    },
    removals: [
      {
        what: "the store's clock as the judge of age",
        patch: "client-clock-expiry",
        of: "an hour ahead, by store-clock",
        breaks: [
          "a host whose clock is apart was let in while A was live",
          "A does not hold the lease any more",
        ],
        simulated: "client-clock-expiry",
      },
    ],
  },
  {
    name: "T3",
    play: "skewedHolder",
    promise: "a holder whose clock is apart does not outlive its window",
    simulated: {
      file: "lease/lease.test.ts",
      test: "a holder whose wall clock is an hour ahead, or behind, does not outlive its window (T3)",
    },
    removals: [
      {
        what: "the end of the window",
        patch: "window-beyond-ttl",
        of: "A",
        breaks: [
          "a holder was sure of its lease after its window",
          "the history checker finds: overlapping-leases",
        ],
        simulated: "window-beyond-ttl",
      },
    ],
  },
  {
    name: "T4",
    play: "sixteenCreate",
    promise: "of 16 processes exactly one creates, 50 times, a key each time",
    simulated: exactlyOne,
    removals: [
      {
        what: "the condition of a create",
        patch: "{adapter}-create-without-condition",
        breaks: ["a round had several winners", "the history checker finds: token-granted-twice"],
        simulated: "create-without-condition",
      },
    ],
  },
  {
    name: "T4",
    play: "sixteenProcesses",
    promise: "of 16 processes exactly one wins one key, 50 times",
    simulated: exactlyOne,
    removals: [
      {
        what: "the condition of a replace",
        patch: "{adapter}-replace-without-condition",
        breaks: [
          "a round had several winners",
          "a token was not larger than the one before",
          "the history checker finds: token-granted-twice",
        ],
        simulated: "replace-without-condition",
      },
    ],
  },
  {
    name: "T4",
    play: "thirtyTwoContenders",
    promise: "of 32 contenders in one process exactly one wins one key, 50 times",
    simulated: exactlyOne,
    // Whoever freed the lease takes it again without a read, before others of its process look: they seldom race to replace.
    removals: [
      {
        what: "the condition of a create",
        patch: "{adapter}-create-without-condition",
        breaks: ["a round had several winners", "a token was not larger than the one before"],
        simulated: "create-without-condition",
      },
    ],
  },
  {
    name: "T5",
    play: "lostWrite",
    promise: "a store that loses a write is found out",
    simulated: {
      file: "lease/rolled-back.test.ts",
      test: "a store that is replaced by a stale replica lets another in while a holder lives, who says so (T5)",
    },
    removals: [
      {
        what: "the look for an older state",
        patch: "rollback-unseen",
        of: "A",
        breaks: [
          "A does not say that the store was rolled back",
          "A does not say that this store cannot host a lease",
        ],
        simulated: "rollback-unseen",
      },
    ],
  },
];

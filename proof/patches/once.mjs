// Coordination, section A: claims.

const attempt = "core/src/primitives/once/attempt.ts";
const claims = "core/src/primitives/once/claims.ts";
const end = "core/src/primitives/once/end.ts";
const resolve = "core/src/primitives/once/resolve.ts";
const start = "core/src/primitives/once/start.ts";
const transitions = "core/src/primitives/once/transitions.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const once = [
  {
    name: "once-attempt-unnamed",
    rule: "A attempt ◆",
    breaks: "an attempt takes whatever is pending for its own",
    file: transitions,
    find: "record.attempt === attempt && ",
    replace: "",
  },
  {
    name: "once-start-after-window",
    rule: "A read ◆",
    breaks: "work begins although its start was settled only after the window",
    file: start,
    find: "if (window.remainingMs() <= 0)",
    replace: "if (false)",
  },
  {
    name: "once-late-start-kept",
    rule: "A read ◆",
    breaks: "a start that came too late is not given back, and the intent stays pending with nobody at it",
    file: start,
    find: 'if (began.kind !== "written" && began.kind !== "unknown")',
    replace: "if (true)",
  },
  {
    name: "once-silent-start-kept",
    rule: "A read ◆",
    breaks: "a start of which nothing was heard is not given back",
    file: start,
    find: '&& began.kind !== "unknown"',
    replace: "",
  },
  {
    name: "once-done-over-anything",
    rule: "A end ◆",
    breaks: "a result is written over another attempt's, or over a verdict",
    file: end,
    find: "if (!isUnderWay(record, attempt))",
    replace: "if (false)",
  },
  {
    name: "once-late-result-dropped",
    rule: "A end ◆",
    breaks: "a true result that comes after the window is dropped",
    file: end,
    find: "const deadline = deadlineAfter(access.clock, endingMs);",
    replace: "const deadline = started.term.window;",
  },
  {
    name: "once-own-renewal-is-loss",
    rule: "A end ◆",
    breaks: "our own renewal, landed unheard, is taken for somebody else",
    file: end,
    find: "if (deadline.remainingMs() <= 0)",
    replace: "if (true)",
  },
  {
    name: "once-denied-is-nothing-ran",
    rule: "A end",
    breaks: "work that ran is said to be a mistake in the set-up where the store refuses what came of it",
    file: end,
    find: "if (isCoordinationError(error))",
    replace: "if (false)",
  },
  {
    name: "once-throw-is-not-done",
    rule: "A throw ◆",
    breaks: "work that threw counts as not done, and the next one does it again",
    file: transitions,
    find: 'state: "pending", stopped: true, error',
    replace: 'state: "open"',
  },
  {
    name: "once-throw-waits-for-ttl",
    rule: "A throw ◆",
    breaks: "whoever comes after work that threw waits for its ttl",
    file: attempt,
    find: "if (record.stopped)",
    replace: "if (false)",
  },
  {
    name: "once-not-done-deletes",
    rule: "A not done ◆",
    breaks: "an intent that was not done is deleted, not opened",
    file: end,
    find: "await cell.write(last, { deadline })",
    replace:
      'await cell.write((now) => { const next = last(now); return next.state === "open" ? undefined : next; }, { deadline })',
  },
  {
    name: "once-rerun-opens",
    rule: "A rerun",
    breaks: "a rerun that did nothing opens an intent of which nobody knows whether it was done before",
    file: transitions,
    find: 'if (before.kind === "absent" || before.record.state !== "pending")',
    replace: "if (true)",
  },
  {
    name: "once-silent-rerun",
    rule: "A rerun ◆",
    breaks: "an abandoned attempt runs again although nobody has said so",
    file: attempt,
    find: 'whenAbandoned === "fail"',
    replace: "false",
  },
  {
    name: "once-rerun-keeps-token",
    rule: "A rerun ◆",
    breaks: "a second attempt has the token of the first",
    file: transitions,
    find: "base.record.token + 1",
    replace: "base.record.token",
  },
  {
    name: "once-resolve-any-attempt",
    rule: "A resolve ◆",
    breaks: "a verdict falls on another attempt than the one that was looked at",
    file: resolve,
    find: "if (standing !== token)",
    replace: "if (false)",
  },
  {
    name: "once-resolve-live-attempt",
    rule: "A resolve ◆",
    breaks: "a verdict falls on an attempt that is alive",
    file: resolve,
    find: 'if (judgement.verdict !== "live")',
    replace: "if (true)",
  },
  {
    name: "once-purge-early",
    rule: "A purge ◆",
    breaks: "a purge takes what has just been done",
    file: claims,
    find: "seen.times.ageMs - seen.times.resolutionMs < olderThanMs",
    replace: "false",
  },
  {
    name: "once-purge-deletes-carelessly",
    rule: "A purge",
    breaks: "a purge deletes where the store does not honour the condition",
    file: claims,
    find: "access.store.capabilities.conditionalDelete ? undefined : open(seen.record)",
    replace: "undefined",
  },
];

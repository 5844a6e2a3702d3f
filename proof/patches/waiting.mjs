// Protocol, section 5: asking for a lease and waiting for it.

const polling = "core/src/lease/waiting.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const waiting = [
  {
    name: "abandoned-grant-kept",
    rule: "5 waiting",
    breaks: "a grant that its caller gave up, and that landed, is not given back",
    file: "core/src/lease/giving-back.ts",
    find: 'if (outcome.kind !== "written" || window.remainingMs() <= 0)',
    replace: "if (true)",
  },
  {
    name: "abandoned-grant-forgotten",
    rule: "5 waiting",
    breaks: "of two grants given up at once only the later is waited for",
    file: "core/src/lease/giving-back.ts",
    find: ".then(() => before)",
    replace: ".then(() => undefined)",
  },
  {
    name: "every-waiter-polls",
    rule: "5 waiting",
    breaks: "every waiter of a process polls, and nobody is first",
    file: "core/src/lease/line.ts",
    find: "if (line.length === 1)",
    replace: "if (true)",
  },
  {
    name: "waiter-stays-in-line",
    rule: "5 waiting",
    breaks: "a waiter that has its answer stays in line",
    file: polling,
    find: "inLine.leave();",
    replace: "void 0;",
  },
  {
    name: "waiter-sleeps-on",
    rule: "5 waiting",
    breaks: "a waiter sleeps past the time that the holder has left",
    file: polling,
    find: "Math.min(jittered(pollMs, random), expiresInMs, waiting.remainingMs())",
    replace: "Math.min(jittered(pollMs, random), waiting.remainingMs())",
  },
  {
    name: "unconditional-polls",
    rule: "5 waiting",
    breaks: "every poll of a waiter fetches the whole record",
    file: "core/src/record/read.ts",
    find: "unlessVersion: options.unless?.version,",
    replace: "unlessVersion: undefined,",
  },
  {
    name: "judged-by-unchanged",
    rule: "5 waiting",
    breaks: "an answer without a body decides whether the holder is dead",
    file: polling,
    find: "if (pauseMs >= expiresInMs)",
    replace: "if (false)",
  },
  {
    name: "waiter-forgets-age",
    rule: "5 waiting",
    breaks: "an answer without a body makes a waiter forget what the store's clock had told",
    file: "core/src/lease/look.ts",
    find: "Math.min(judgement.expiresInMs, leftOf(before, seen))",
    replace: "judgement.expiresInMs",
  },
  {
    name: "endless-patience",
    rule: "5 waiting",
    breaks: "a store that hangs hangs whoever asks",
    file: "core/src/lease/ask.ts",
    find: "waitMs + requestsBeyondWait * timing.requestTimeoutMs",
    replace: "waitMs + 2 ** 31",
  },
];

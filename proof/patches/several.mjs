// Coordination, section E: several keys.

const acquireAll = "core/src/primitives/several/acquire-all.ts";
const bundle = "core/src/lease/bundle.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const several = [
  {
    name: "keys-in-any-order",
    rule: "E order ◆",
    breaks: "two callers who want the same keys wait for each other",
    file: acquireAll,
    find: "[...byName.keys()].sort()",
    replace: "[...byName.keys()]",
  },
  {
    name: "several-without-last-check",
    rule: "E windows ◆",
    breaks: "work begins although one of its leases lapsed while the last was asked for",
    file: acquireAll,
    find: "bundleOf(taken));",
    replace: "new Bundle(taken));",
  },
  {
    name: "loss-while-waiting-unfelt",
    rule: "E windows ◆",
    breaks: "somebody goes on waiting for the next although it has lost what it had",
    file: acquireAll,
    find: "void whenAborted(term.ended).then(",
    replace: "void new Promise(() => {}).then(",
  },
  {
    name: "several-kept",
    rule: "E release",
    breaks: "what was taken is kept from others when the rest could not be had",
    file: acquireAll,
    find: "for (const holding of taken.toReversed())",
    replace: "for (const holding of taken.slice(taken.length))",
  },
  {
    name: "key-twice",
    rule: "E order",
    breaks: "a key is given twice, and its holder waits for itself",
    file: acquireAll,
    find: "if (byName.size < keys.length)",
    replace: "if (false)",
  },
  {
    name: "loss-of-one-only",
    rule: "E loss",
    breaks: "the loss of one of several leases is not told to the work",
    file: bundle,
    noticedIn: "primitives/several",
    find: "void whenAborted(term.ended).then(() => this.#notice(term));",
    replace: "void term;",
  },
  {
    name: "released-in-order",
    rule: "E release",
    breaks: "the first is released first, so that somebody takes it and waits for the others",
    file: bundle,
    noticedIn: "primitives/several",
    find: "[...this.leases.entries()].toReversed()",
    replace: "[...this.leases.entries()]",
  },
  {
    name: "renewed-under-lost-work",
    rule: "E loss",
    breaks: "work that goes on after the loss of one keeps the others for ever",
    file: bundle,
    noticedIn: "primitives/several",
    find: "if (this.#release === undefined)",
    replace: "if (false)",
  },
];

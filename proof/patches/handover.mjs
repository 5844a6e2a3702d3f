// Coordination, section F: handover.

const adopt = "core/src/lease/adopt.ts";
const handover = "core/src/lease/handover.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const handovers = [
  {
    name: "adoption-keeps-the-token",
    rule: "F adoption ◆",
    breaks: "whoever adopts a lease has the giver's own token, and a fence cannot tell them apart",
    file: adopt,
    find: "carried: { value } }, seen)",
    replace:
      "carried: { value } }, { ...seen, record: { ...seen.record, token: (seen.record.token - 1) as never } })",
  },
  {
    name: "giver-goes-on",
    rule: "F handover ◆",
    breaks: "the giver holds its lease although it has given it away",
    file: handover,
    find: 'term.lose("handed-over");',
    replace: "",
  },
  {
    name: "adoption-of-anything",
    rule: "F adoption",
    breaks: "a lease is adopted although another state stands there than the one that was handed over",
    file: adopt,
    find: "if (!isHandedOver(seen, handover))",
    replace: 'if (seen.kind === "absent")',
  },
  {
    name: "handover-without-renewal",
    rule: "F handover",
    breaks: "what is left of the giver's ttl is all that whoever adopts it has to come in",
    file: handover,
    find: "await cell.write(renewed, { deadline: term.patience })",
    replace: '({ kind: "written", state: cell.state })',
  },
  {
    name: "handover-is-a-loss",
    rule: "F handover",
    breaks: "work that hands its lease over is told that it was lost",
    file: "core/src/lease/run.ts",
    find: 'term.lost && term.lost.reason !== "handed-over"',
    replace: "term.lost",
  },
  {
    name: "handover-of-what-is-lost",
    rule: "F handover",
    breaks: "a holder whose window has closed gives away what may be somebody else's",
    file: handover,
    find: "handle.throwIfLost();",
    replace: "",
  },
  {
    name: "handover-then-release",
    rule: "F handover",
    breaks: "a giver that releases, as work does at its end, frees what it has given away",
    file: "core/src/lease/lease.ts",
    find: 'this.#release ??= Promise.resolve("released");',
    replace: "void 0;",
  },
];

// Protocol, sections 2 and 9: the store decides, in the write itself; and a store that does not is refused.

const write = "core/src/record/write.ts";
const memory = "core/src/store/memory-store.ts";

const condition = "conditionOn(write.base)";
const whateverStandsThere = "{ matches: (await readRecord(access, place, format, options)).version }";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const conditions = [
  {
    name: "create-without-condition",
    rule: "2 condition, T4",
    breaks: "the store takes a create although there is an object",
    file: memory,
    find: 'condition === "absent" ? object === undefined :',
    replace: 'condition === "absent" ? true :',
  },
  {
    name: "replace-without-condition",
    rule: "2 condition, T4",
    breaks: "the store takes a replace of any version",
    file: memory,
    find: "object?.version === condition.matches;",
    replace: "true;",
  },
  {
    name: "renew-without-condition",
    rule: "2 condition",
    breaks: "a renewal replaces whatever stands there",
    file: write,
    find: condition,
    replace: `next.state === "held" && next.renewals > 0 ? ${whateverStandsThere} : ${condition}`,
  },
  {
    name: "release-without-condition",
    rule: "5 release, R5, T2",
    breaks: "a release frees whatever stands there",
    file: write,
    find: condition,
    replace: `next.state === "free" ? ${whateverStandsThere} : ${condition}`,
  },
  {
    name: "no-probe",
    rule: "9 probe, R12",
    breaks: "a store that nobody knows is not tried before its first lease",
    file: "core/src/lease/contender.ts",
    find: "if (!this.settings.allowUnprovenStore)",
    replace: "if (false)",
  },
  {
    name: "probe-refusal-unread",
    rule: "9 probe",
    breaks: "a probe takes the refusal of a repeated write for the store's own",
    file: "core/src/store/probed-store.ts",
    find: 'if (answer.kind !== "refused")',
    replace: "if (true)",
  },
  {
    name: "failed-probe-passes",
    rule: "9 probe, R12",
    breaks: "a store that was found out is used all the same",
    file: "core/src/store/proven.ts",
    find: "if (failed.length > 0)",
    replace: "if (false)",
  },
];

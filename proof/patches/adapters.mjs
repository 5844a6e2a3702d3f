// Rules of an adapter. Core's tests know nothing of them: what fails without one is shown by real processes, in integration.

/** @type {readonly import("../patch.mjs").Patch[]} */
export const adapters = [
  {
    name: "sqlite-write-without-condition",
    rule: "2 condition, T4",
    breaks: "SQLite's store writes whatever stands there",
    file: "sqlite/src/object-table.ts",
    find: "(!holds(key, condition))",
    replace: "(false)",
  },
];

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
  {
    name: "sqlite-create-without-condition",
    rule: "2 condition, T4",
    breaks: "SQLite's store creates what is there already",
    file: "sqlite/src/object-table.ts",
    find: "(!holds(key, condition))",
    replace: '(condition !== "absent" && !holds(key, condition))',
  },
  {
    name: "sqlite-replace-without-condition",
    rule: "2 condition, T1, T2, T4",
    breaks: "SQLite's store replaces any version",
    file: "sqlite/src/object-table.ts",
    find: "(!holds(key, condition))",
    replace: '(condition === "absent" && !holds(key, condition))',
  },
  {
    name: "s3-create-without-condition",
    rule: "2 condition, T4",
    breaks: "a create on S3 is sent without its condition",
    file: "s3/src/s3-write.ts",
    find: '{ IfNoneMatch: "*" }',
    replace: "{}",
  },
  {
    name: "s3-replace-without-condition",
    rule: "2 condition, T1, T2, T4",
    breaks: "a replace on S3 is sent without its condition",
    file: "s3/src/s3-write.ts",
    find: "{ IfMatch: conditionOf(target, condition.matches) }",
    replace: "{}",
  },
  {
    name: "gcs-create-without-condition",
    rule: "2 condition, T4",
    breaks: "a create on Google Cloud Storage is sent without its condition",
    file: "gcs/src/gcs-requests.ts",
    find: `&ifGenerationMatch=\${generationOf(condition)}&fields`,
    replace: `\${condition === "absent" ? "" : "&ifGenerationMatch=" + generationOf(condition)}&fields`,
  },
  {
    name: "gcs-replace-without-condition",
    rule: "2 condition, T1, T2, T4",
    breaks: "a replace on Google Cloud Storage is sent without its condition",
    file: "gcs/src/gcs-requests.ts",
    find: `&ifGenerationMatch=\${generationOf(condition)}&fields`,
    replace: `\${condition === "absent" ? "&ifGenerationMatch=0" : ""}&fields`,
  },
];

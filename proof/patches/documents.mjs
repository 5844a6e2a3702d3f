// Protocol, section 7: plain compare-and-set, and what is stored beside the user's bytes.

const update = "core/src/primitives/document/update.ts";
const plain = "core/src/primitives/document/plain.ts";
const landing = "core/src/primitives/document/landing.ts";
const codec = "core/src/record/codec.ts";
const record = "core/src/record/document-record.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const documents = [
  {
    name: "document-without-ids",
    rule: "7 write id",
    breaks: "a document's writes leave no ids in its metadata",
    file: record,
    find: 'metadata: { ...metadata, [recentName]: recent.join(",") }',
    replace: "metadata",
  },
  {
    name: "document-metadata-lost",
    rule: "7 metadata",
    breaks: "an update drops the user's metadata",
    file: landing,
    find: "return { contentType, metadata };",
    replace: "return { contentType, metadata: {} };",
  },
  {
    name: "document-type-lost",
    rule: "7 content type",
    breaks: "an update changes the content type",
    file: landing,
    find: "return { contentType, metadata };",
    replace: "return { contentType: codec.contentType, metadata };",
  },
  {
    name: "foreign-state-without-id",
    rule: "7 write id",
    breaks: "the state that another tool wrote has no id",
    file: record,
    find: "encodeURIComponent(version)",
    replace: '"x"',
  },
  {
    name: "hidden-write-is-conflict",
    rule: "7 A-B-A ◆",
    breaks: "where equal bytes are one version, a write that is not seen is called a conflict",
    file: record,
    find: "!next?.fence && (base === undefined || !uniqueVersions)",
    replace: "base === undefined",
  },
  {
    name: "deleted-create-is-conflict",
    rule: "7 unknown",
    breaks: "a create that is not seen is called a conflict, although documents can be deleted",
    file: record,
    find: "(base === undefined || !uniqueVersions)",
    replace: "!uniqueVersions",
  },
  {
    name: "hidden-recurrence",
    rule: "7 A-B-A ◆",
    breaks: "bytes that stand there again are taken for the state that was never changed",
    file: "core/src/record/settle.ts",
    find: 'verdict === "conflict" || recurs(base, seen)',
    replace: 'verdict === "conflict"',
  },
  {
    name: "rounds-without-end",
    rule: "7 bounded rounds",
    breaks: "an update goes on for three times as many rounds",
    file: update,
    find: "const roundsMost = 16;",
    replace: "const roundsMost = 48;",
  },
  {
    name: "unchanged-is-written",
    rule: "7 no change",
    breaks: "a change that returns its argument is written",
    file: update,
    find: "if (Object.is(next, base.value))",
    replace: "if (false)",
  },
  {
    name: "changed-in-place",
    rule: "7 pure change",
    breaks: "a change in place passes for no change",
    file: update,
    find: "if (codec.fingerprint(current) === before)",
    replace: "if (true)",
  },
  {
    name: "unchecked-encoding",
    rule: "7 validated",
    breaks: "what was encoded is sent without having been decoded",
    file: codec,
    find: "return { bytes, value: await decode(bytes) };",
    replace: "return { bytes, value };",
  },
  {
    name: "compare-any-version",
    rule: "7 compareAndSet",
    breaks: "compareAndSet writes on whatever stands there",
    file: plain,
    find: 'if (seen.kind === "present" && seen.version === version)',
    replace: 'if (seen.kind === "present")',
  },
  {
    name: "delete-unconditionally",
    rule: "7 delete",
    breaks: "a document is deleted where the store does not honour the version",
    file: plain,
    find: "if (!store.capabilities.conditionalDelete)",
    replace: "if (false)",
  },
  {
    name: "update-without-probe",
    rule: "9 probe, R12",
    breaks: "a document is updated in a store that nobody has tried",
    file: plain,
    find: "await unlessAborted(signal, () => target.contender.requireProvenStore());",
    replace: "",
  },
];

// Protocol, section 3: the lease record, its token, and freeing it by force.

const format = "core/src/record/format.ts";
const members = "core/src/record/members.ts";
const attempt = "core/src/lease/attempt.ts";
const transitions = "core/src/lease/transitions.ts";
const force = "core/src/lease/force-release.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const record = [
  {
    name: "decode-unknown-member",
    rule: "3 strict decode, 8",
    breaks: "a record with a member that nobody knows is read",
    file: members,
    find: 'if (name !== "format" && name !== "kind" && !Object.hasOwn(fields, name)) {',
    replace: "if (false) {",
  },
  {
    name: "decode-missing-member",
    rule: "3 strict decode",
    breaks: "a record that lacks a member is read",
    file: members,
    find: "if (value === undefined ? !field.optional : !field.holds(value)) {",
    replace: "if (value !== undefined && !field.holds(value)) {",
  },
  {
    name: "decode-other-format",
    rule: "3 strict decode",
    breaks: "a record of a newer format is read",
    file: members,
    find: 'if (members["format"] !== formatVersion) {',
    replace: "if (false) {",
  },
  {
    name: "decode-other-kind",
    rule: "3 strict decode",
    breaks: "a record of another kind is read",
    file: members,
    find: 'if (members["kind"] !== kind)',
    replace: "if (false)",
  },
  {
    name: "decode-any-size",
    rule: "3 strict decode",
    breaks: "a body of any size is read",
    file: format,
    find: "const recordBytesMost = 64 * 1024;",
    replace: "const recordBytesMost = Number.POSITIVE_INFINITY;",
  },
  {
    name: "decode-any-ttl",
    rule: "1 ttl",
    breaks: "a record that lives for longer than seven days is read",
    file: "core/src/record/lease-record.ts",
    find: "value > 0 && value <= ttlMostMs",
    replace: "value > 0",
  },
  {
    name: "delete-on-release",
    rule: "3 never deleted ◆",
    breaks: "a release deletes the record",
    file: "core/src/record/access.ts",
    find: "access.store.put(place.name, body, condition, { signal, metadata, contentType })",
    replace:
      'JSON.parse(new TextDecoder().decode(body)).state === "free" ? access.store.delete(place.name, condition.matches, { signal }) : access.store.put(place.name, body, condition, { signal })',
  },
  {
    name: "no-new-token",
    rule: "3 token, R4",
    breaks: "a grant takes over the token of the one before",
    file: transitions,
    find: "base.record.token + 1",
    replace: "base.record.token",
  },
  {
    name: "token-from-client-clock",
    rule: "3 token, R4",
    breaks: "a grant's token is its process's wall clock",
    file: attempt,
    find: "const record = granted(base, {",
    replace: 'const record = granted({ kind: "absent", tokenSeed: Math.floor(access.clock.wallMs()) }, {',
  },
  {
    name: "token-reset-on-free",
    rule: "3 token, R4",
    breaks: "a release puts the token back to 1",
    file: transitions,
    find: 'return { ...rest, state: "free",',
    replace: 'return { ...rest, token: 1, state: "free",',
  },
  {
    name: "token-seed-one",
    rule: "3 seed ◆, R4",
    breaks: "a key without a record begins at token 1, whatever was there before",
    file: transitions,
    find: "(base.tokenSeed ?? 1)",
    replace: "1",
  },
  {
    name: "token-above-ignored",
    rule: "3 token",
    breaks: "tokenAbove is passed over",
    file: transitions,
    find: "(request.tokenAbove ?? 0) + 1",
    replace: "1",
  },
  {
    name: "force-without-wait",
    rule: "3 force-release ◆",
    breaks: "a lease freed by force is free at once",
    file: "core/src/lease/judge.ts",
    find: "(!record.forced || record.forced.now)",
    replace: "true",
  },
  {
    name: "force-any-token",
    rule: "3 force-release",
    breaks: "force frees whoever holds it now",
    file: force,
    find: 'seen.kind === "absent" || seen.record.token !== token',
    replace: 'seen.kind === "absent"',
  },
  {
    name: "force-again-waits-again",
    rule: "3 force-release",
    breaks: "freeing by force again begins the wait anew",
    file: force,
    find: "if (isFreed(seen.record, options))",
    replace: "if (false)",
  },
  {
    name: "force-unrecorded",
    rule: "3 force-release",
    breaks: "nothing says that a lease was freed by force, nor by whom and why",
    file: transitions,
    find: "return { ...freed(record), forced };",
    replace: "return freed(record);",
  },
];

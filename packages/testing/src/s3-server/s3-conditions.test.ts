import { describe, expect, it } from "vitest";
import { factsOf } from "../object-server/profile.ts";
import { type S3Provider, s3Profiles } from "./profiles/profiles.ts";
import { deleteRefusal, readRefusal, writeRefusal } from "./s3-conditions.ts";
import { type S3Object, validatorsOf } from "./s3-object.ts";

const there: S3Object = {
  body: new Uint8Array(),
  etag: '"v1"',
  writtenAtMs: Date.parse("2026-11-30T21:27:44.700Z"),
  headers: {},
  checksums: {},
};
const factsFor = (provider: S3Provider) => factsOf(s3Profiles[provider]);
const create = { "if-none-match": "*" };
const current = { "if-match": '"v1"' };
const bare = { "if-match": "v1" };
const stale = { "if-match": '"v0"' };
const any = { "if-match": "*" };

type Row = [S3Provider, Record<string, string>, S3Object | undefined, boolean, string | undefined];
const writes: readonly Row[] = [
  ["aws", {}, there, true, undefined],
  ["aws", create, undefined, false, undefined],
  ["aws", create, there, false, "PreconditionFailed"],
  ["aws", create, there, true, "ConditionalRequestConflict"],
  ["aws", create, undefined, true, "ConditionalRequestConflict"],
  ["aws", current, there, false, undefined],
  ["aws", bare, there, false, undefined],
  ["aws", stale, there, false, "PreconditionFailed"],
  ["aws", stale, there, true, "ConditionalRequestConflict"],
  ["aws", stale, undefined, false, "NoSuchKey"],
  ["aws", any, there, false, "NotImplemented"],
  ["aws", { "if-none-match": '"v1"' }, there, false, "NotImplemented"],
  ["aws", { ...current, ...create }, there, false, "NotImplemented"],
  ["minio", create, there, true, "PreconditionFailed"],
  ["minio", any, there, false, undefined],
  ["minio", any, undefined, false, "NoSuchKey"],
  ["versitygw", any, there, false, "PreconditionFailed"],
  ["ceph", current, there, false, "PreconditionFailed"],
  ["ceph", bare, there, false, undefined],
  ["ceph", bare, undefined, false, "PreconditionFailed"],
  ["ceph", { "if-match": "v0" }, there, true, "UnknownError"],
  ["ceph", bare, there, true, undefined],
  ["b2", create, undefined, false, "NotImplemented"],
  ["b2", {}, there, false, undefined],
  ["garage", create, there, false, undefined],
  ["garage", stale, there, false, undefined],
];

describe("a condition of a write", () => {
  it.each(writes)("on %s, %o of %o (overtaken: %s) is %s", (provider, headers, found, overtaken, code) => {
    expect(writeRefusal({ headers, found, overtaken }, factsFor(provider))).toBe(code);
  });
});

const deletes: readonly Row[] = [
  ["aws", {}, there, false, undefined],
  ["aws", current, there, false, undefined],
  ["aws", stale, there, false, "PreconditionFailed"],
  ["aws", stale, there, true, "ConditionalRequestConflict"],
  ["aws", stale, undefined, false, "NoSuchKey"],
  ["aws", any, there, false, undefined],
  ["minio", stale, there, false, undefined],
  ["versitygw", stale, there, false, "PreconditionFailed"],
  ["versitygw", stale, undefined, false, undefined],
  ["versitygw", any, there, false, "PreconditionFailed"],
];

describe("a condition of a delete", () => {
  it.each(deletes)("on %s, %o of %o (overtaken: %s) is %s", (provider, headers, found, overtaken, code) => {
    expect(deleteRefusal({ headers, found, overtaken }, factsFor(provider))).toBe(code);
  });
});

const told = validatorsOf(there)["Last-Modified"];
const reads: readonly [S3Provider, Record<string, string>, string | undefined][] = [
  ["aws", {}, undefined],
  ["aws", current, undefined],
  ["aws", any, undefined],
  ["aws", stale, "PreconditionFailed"],
  ["ceph", current, undefined],
  ["aws", { "if-none-match": '"v1"' }, "not-modified"],
  ["aws", { "if-none-match": "v1" }, "not-modified"],
  ["aws", { "if-none-match": '"v0"' }, undefined],
  ["aws", { "if-none-match": "*" }, "not-modified"],
  ["ceph", { "if-none-match": "*" }, undefined],
  ["aws", { "if-modified-since": told }, "not-modified"],
  ["aws", { "if-modified-since": "Mon, 30 Nov 2026 21:27:43 GMT" }, undefined],
  ["aws", { "if-modified-since": "nonsense" }, undefined],
  ["aws", { "if-modified-since": told, "if-none-match": '"v0"' }, undefined],
  ["versitygw", { "if-modified-since": told }, undefined],
  ["versitygw", { "if-modified-since": "Mon, 30 Nov 2026 21:27:45 GMT" }, "not-modified"],
];

describe("a condition of a read", () => {
  it.each(reads)("on %s, %o is %s", (provider, headers, refusal) => {
    expect(readRefusal(headers, there, factsFor(provider))).toBe(refusal);
  });
});

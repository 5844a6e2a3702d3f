/** For each row of the quirk table: the answers that it is about, and what must become of them. */
import type { Store, Version } from "@fencepost/core";
import type { ScriptedStep } from "@fencepost/testing";
import { expect } from "vitest";
import { anything, type Operation, writes } from "../src/gcs-quirk.ts";
import { insertedAnswer, jsonError, nowMs, objectAnswer, xmlError } from "./google.ts";

/** What comes back, or what is thrown. */
export type Expected =
  | object
  | { readonly throws: string; readonly message: RegExp; readonly denied?: boolean };

/** One answer to one operation, and what the store makes of it. */
export type Proof = readonly [on: Operation, step: ScriptedStep, expected: Expected];

export const known = "7" as Version;
const found = { kind: "found", version: "8", body: Buffer.from("body") };
const unknown = { kind: "unknown", cause: expect.any(Error) };
const refused = { kind: "refused" };
export const undecided = (detail: RegExp): object => ({
  kind: "undecided",
  detail: expect.stringMatching(detail),
});
export const misconfigured = (message: RegExp, denied = false): Expected => ({
  throws: "MisconfiguredError",
  message,
  denied,
});
const denied = (message: RegExp): Expected => misconfigured(message, true);
export const unavailable = (message: RegExp): Expected => ({ throws: "UnavailableError", message });
const unsupported = (message: RegExp): Expected => ({ throws: "UnsupportedStoreError", message });

export const reads: readonly Operation[] = ["get", "list"];
const each = (on: readonly Operation[], step: ScriptedStep, expected: Expected): Proof[] =>
  on.map((operation) => [operation, step, expected]);
const bare = (status: number, body = ""): ScriptedStep => ({ status, body });

/** By the row's name in the table, all of it but the rows for which nothing is sent. */
export const proofs: Readonly<Record<string, readonly Proof[]>> = {
  unchanged: [["get", objectAnswer("7"), { kind: "unchanged", times: { ageMs: 10_000 } }]],
  found: [["get", objectAnswer("8"), found]],
  listed: [
    ["list", { status: 200, body: '{"items":[{"name":"app/a"},{"name":"app/b"}]}' }, ["a", "b"]],
    ["list", { status: 200, body: '{"kind":"storage#objects"}' }, []],
  ],
  "not-this-service": [
    ["get", bare(200, "body"), unsupported(/answered 200: give the endpoint .* x-goog-generation$/)],
    ["get", objectAnswer("0"), unsupported(/x-goog-generation/)],
    ...["", "<html>", "[]", "null", '{"items":[{}]}', '{"items":[null]}', '{"items":{}}'].map(
      (body): Proof => [
        "list",
        bare(200, body),
        unsupported(/could not list gs:\/\/bucket\/app\/ at http:\/\/127\.0\.0\.1:\d+: /),
      ],
    ),
  ],
  written: [
    ["create", insertedAnswer("9007199254740993"), { kind: "written", version: "9007199254740993" }],
    ["replace", insertedAnswer("8"), { kind: "written", version: "8" }],
    ["delete", bare(204), { kind: "written", version: "7" }],
    ["delete", bare(200, "null"), { kind: "written", version: "7" }],
  ],
  "written-without-generation": [
    ...['{"kind":"storage#object"}', '{"generation":"0"}', '{"generation":8}', "", "<html>", "null"].flatMap(
      (body) => each(["create", "replace"], bare(200, body), unknown),
    ),
  ],
  "no-bucket": [
    [
      "get",
      xmlError(404, "NoSuchBucket", "The specified bucket does not exist."),
      misconfigured(/create the buck/),
    ],
    ...each(
      ["list", ...writes],
      jsonError(404, "notFound", "The specified bucket does not exist."),
      misconfigured(
        /answered 404 notFound: The specified bucket does not exist\.: create the bucket, or correct its name$/,
      ),
    ),
  ],
  absent: [
    [
      "get",
      xmlError(404, "NoSuchKey", "The specified key does not exist."),
      { kind: "absent", tokenSeed: nowMs },
    ],
    ["get", bare(404, "Not Found\n"), { kind: "absent", tokenSeed: undefined }],
    ["get", bare(404), { kind: "absent", tokenSeed: undefined }],
  ],
  "nothing-to-replace": each(
    ["replace", "delete"],
    jsonError(404, "notFound", "No such object: bucket/app/key"),
    refused,
  ),
  "nowhere-to-write": each(
    ["create", "list"],
    bare(404, "Not Found"),
    misconfigured(/its name or the endpoint$/),
  ),
  "organization-policy": [
    ...each(
      writes,
      jsonError(412, "conditionNotMet", "Request violates constraint 'constraints/storage.x'"),
      misconfigured(/organization's policies$/),
    ),
    ...each(
      reads,
      jsonError(412, "orgPolicyConstraintFailed", "No."),
      misconfigured(/organization's policies$/),
    ),
  ],
  "condition-not-met": [
    ...each(
      writes,
      jsonError(412, "conditionNotMet", "At least one of the pre-conditions did not hold."),
      refused,
    ),
    ...each(writes, bare(412), refused),
  ],
  "not-modified": [
    ...each(writes, bare(304), refused),
    ...each(reads, bare(304), unavailable(/the store answered 304$/)),
  ],
  conflict: [
    ...each(writes, jsonError(409, "conflict", "Another."), undecided(/answered 409 conflict: Another\.$/)),
    ...each(reads, bare(409), unavailable(/409/)),
  ],
  "rate-limited": [
    ...each(
      writes,
      jsonError(429, "rateLimitExceeded", "Too fast."),
      undecided(/429 rateLimitExceeded: Too fast/),
    ),
    ...each(reads, xmlError(429, "SlowDown", "Too fast."), unavailable(/429 SlowDown: Too fast\.$/)),
  ],
  "rate-limited-403": [
    ...["rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded"].flatMap((reason) => [
      ...each(writes, jsonError(403, reason, "Too fast."), undecided(/answered 403/)),
      ...each(reads, jsonError(403, reason, "Too fast."), unavailable(/answered 403/)),
    ]),
  ],
  "request-timeout": [
    ...each(writes, jsonError(408, "uploadBrokenConnection", "Broken."), unknown),
    ...each(reads, bare(408), unavailable(/answered 408$/)),
  ],
  "not-implemented": each(anything, bare(501), misconfigured(/answered 501: .* has this operation$/)),
  "server-error": [500, 502, 503, 504].flatMap((status) => [
    ...each(writes, jsonError(status, "backendError", "Backend Error"), unknown),
    ...each(reads, bare(status, "<html><title>Error</title></html>"), unavailable(/answered \d+ Error$/)),
  ]),
  "no-answer": [
    ...each(writes, { cut: "before" }, unknown),
    ...each(reads, { cut: "before" }, unavailable(/the store gave no answer \(.+\)$/)),
  ],
  unauthorized: each(
    anything,
    jsonError(401, "authError", "Invalid Credentials"),
    denied(/401 authError.*clock/),
  ),
  retained: [
    ...each(
      writes,
      jsonError(403, "retentionPolicyNotMet", "Until 2027."),
      misconfigured(/without retention/),
    ),
    ...each(writes, jsonError(403, "objectUnderActiveHold", "Held."), misconfigured(/without retention/)),
  ],
  "forbidden-read": [
    [
      "get",
      xmlError(403, "AccessDenied", "Access denied."),
      denied(/403 AccessDenied.*storage\.objects\.list/),
    ],
  ],
  forbidden: each(["list", ...writes], jsonError(403, "forbidden", "No."), denied(/\.create, \.delete and/)),
  "requester-pays": [
    ["get", xmlError(400, "UserProjectMissing", "It has none."), misconfigured(/option userProject/)],
    ...each(
      anything,
      jsonError(400, "required", "Bucket is a requester pays bucket"),
      misconfigured(/option userProject/),
    ),
  ],
  "encryption-key": each(
    anything,
    jsonError(400, "resourceIsEncryptedWithCustomerEncryptionKey", "The target object is encrypted."),
    misconfigured(/option encryptionKey/),
  ),
  redirect: each(
    anything,
    { status: 307, headers: { Location: "http://127.0.0.1:1/" } },
    misconfigured(/307: give the endpoint that it/),
  ),
  "any-client-error": [
    ...each(
      anything,
      jsonError(400, "invalid", "Bad\u001b[31m"),
      misconfigured(/400 invalid: Bad\\u001b\[31m: do what/),
    ),
    ...each(anything, bare(405, "x".repeat(5000)), misconfigured(/answered 405 x{300}: do what/)),
    ...each(reads, bare(412), misconfigured(/412/)),
  ],
  "no-http-status": [
    ...each(writes, bare(600), unknown),
    ...each(reads, bare(600), unavailable(/the store (answered 600|gave no answer)/)),
  ],
};

/** @param version which one is known, and is to be replaced or deleted */
export async function perform(
  store: Store,
  operation: Operation,
  signal?: AbortSignal,
  version: Version = known,
): Promise<unknown> {
  const body = new TextEncoder().encode("{}");
  switch (operation) {
    case "get":
      return store.get("key", { unlessVersion: version, signal });
    case "create":
      return store.put("key", body, "absent", { signal });
    case "replace":
      return store.put("key", body, { matches: version }, { signal });
    case "delete":
      return store.delete("key", version, { signal });
    case "list":
      return keysOf(store, signal);
  }
}

async function keysOf(store: Store, signal: AbortSignal | undefined): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list("", { signal })) keys.push(key);
  return keys;
}

/** Performs the operation and compares. */
export async function check(store: Store, operation: Operation, expected: Expected): Promise<void> {
  if ("throws" in expected) {
    const failure: Error = await perform(store, operation).then(
      (value) => expect.unreachable(`no error, but ${JSON.stringify(value)}`),
      (error) => error,
    );
    expect(failure.name).toBe(expected.throws);
    expect(failure.message).toMatch(expected.message);
    expect((failure as { denied?: boolean }).denied).toBe(expected.denied);
  } else {
    expect(await perform(store, operation)).toMatchObject(expected);
  }
}

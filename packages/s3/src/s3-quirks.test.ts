import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { MisconfiguredError, Store } from "@fencepost/core";
import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { outcome, storeAt, xml } from "../test/scripted-s3.ts";
import { type Ending, type Operation, outcomeOf, quirkOf } from "./s3-quirk.ts";
import { s3Quirks } from "./s3-quirks.ts";

type Row = [name: string, on: Operation, status: number, code: string, kind: string, says: string];

/** Answers with S3's XML; an empty code is an answer without a body. */
const answers: readonly Row[] = [
  ["condition-not-met", "create", 412, "PreconditionFailed", "refused", ""],
  ["condition-not-met", "create", 412, "", "refused", ""],
  ["condition-not-met", "replace", 412, "PreconditionFailed", "refused", ""],
  ["condition-not-met", "delete", 412, "PreconditionFailed", "refused", ""],
  ["not-modified", "get", 304, "", "unchanged", ""],
  ["not-modified", "create", 304, "", "refused", ""],
  ["not-modified", "replace", 304, "", "refused", ""],
  ["no-bucket", "get", 404, "NoSuchBucket", "misconfigured", "create the bucket"],
  ["no-bucket", "create", 404, "NoSuchBucket", "misconfigured", "create the bucket"],
  ["no-bucket", "replace", 404, "NoSuchBucket", "misconfigured", "create the bucket"],
  ["no-bucket", "list", 404, "NoSuchBucket", "misconfigured", "create the bucket"],
  ["absent", "get", 404, "NoSuchKey", "absent", ""],
  ["absent", "get", 404, "", "absent", ""],
  ["nothing-to-replace", "replace", 404, "NoSuchKey", "refused", ""],
  ["nothing-to-replace", "replace", 404, "", "refused", ""],
  ["nothing-to-replace", "delete", 404, "NoSuchKey", "refused", ""],
  ["no-such-place", "get", 404, "NoSuchThing", "misconfigured", "404 NoSuchThing"],
  ["no-such-place", "replace", 404, "NoSuchThing", "misconfigured", "404 NoSuchThing"],
  ["no-such-place", "create", 404, "", "misconfigured", "correct its name or the endpoint"],
  ["no-such-place", "list", 404, "", "misconfigured", "correct its name or the endpoint"],
  ["keys-are-files", "create", 409, "ObjectParentIsFile", "misconfigured", "none is a folder of another one"],
  [
    "keys-are-files",
    "create",
    409,
    "ExistingObjectIsDirectory",
    "misconfigured",
    "none is a folder of another one",
  ],
  [
    "keys-are-files",
    "replace",
    400,
    "XMinioParentIsObject",
    "misconfigured",
    "none is a folder of another one",
  ],
  [
    "conflict-under-way",
    "create",
    409,
    "ConditionalRequestConflict",
    "undecided",
    "the store answered 409 ConditionalRequestConflict (its words)",
  ],
  ["conflict-under-way", "replace", 409, "OperationAborted", "undecided", "409 OperationAborted"],
  ["conflict-under-way", "get", 409, "OperationAborted", "unavailable", "409 OperationAborted"],
  ["any-conflict", "replace", 409, "SomethingNew", "undecided", "409 SomethingNew"],
  ["any-conflict", "create", 409, "", "undecided", "the store answered 409"],
  ["clock-skew", "create", 403, "RequestTimeTooSkewed", "undecided", "set this machine's clock"],
  ["clock-skew", "get", 403, "RequestTimeTooSkewed", "unavailable", "set this machine's clock"],
  ["unknown-caller", "get", 403, "InvalidAccessKeyId", "misconfigured", "check the credentials"],
  ["unknown-caller", "create", 403, "SignatureDoesNotMatch", "misconfigured", "check the credentials"],
  ["unknown-caller", "get", 404, "XAdminUserNotFound", "misconfigured", "check the credentials"],
  ["unknown-caller", "replace", 400, "ExpiredToken", "misconfigured", "check the credentials"],
  ["unauthorized", "get", 401, "", "misconfigured", "check the credentials"],
  [
    "forbidden-read",
    "get",
    403,
    "AccessDenied",
    "misconfigured",
    "s3:ListBucket: without it a missing object looks forbidden",
  ],
  [
    "forbidden-read",
    "get",
    403,
    "",
    "misconfigured",
    "s3:ListBucket: without it a missing object looks forbidden",
  ],
  ["forbidden", "create", 403, "AccessDenied", "misconfigured", "grant s3:PutObject, s3:GetObject"],
  ["forbidden", "list", 403, "", "misconfigured", "s3:ListBucket"],
  ["other-region", "get", 301, "PermanentRedirect", "misconfigured", "set region=eu-west-9 in the location"],
  ["other-region", "create", 301, "", "misconfigured", "set region=… in the location"],
  [
    "signed-for-other-region",
    "create",
    400,
    "AuthorizationHeaderMalformed",
    "misconfigured",
    "set region=eu-west-9 in the location",
  ],
  [
    "signed-for-other-region",
    "list",
    400,
    "IllegalLocationConstraintException",
    "misconfigured",
    "set region=eu-west-9 in the location",
  ],
  ["new-bucket", "create", 307, "TemporaryRedirect", "undecided", "307 TemporaryRedirect"],
  ["redirect", "get", 302, "", "misconfigured", "correct the endpoint"],
  ["rate-limited", "create", 429, "", "undecided", "429"],
  ["rate-limited", "replace", 429, "SlowDown", "undecided", "429 SlowDown"],
  ["rate-limited", "get", 429, "", "unavailable", "429"],
  ["incomplete-body", "create", 400, "RequestTimeout", "undecided", "400 RequestTimeout"],
  ["incomplete-body", "replace", 400, "IncompleteBody", "undecided", "400 IncompleteBody"],
  [
    "not-implemented",
    "create",
    501,
    "NotImplemented",
    "unsupported-store",
    "use a store with conditional writes",
  ],
  ["not-implemented", "replace", 501, "", "unsupported-store", "use a store with conditional writes"],
  ["server-error", "create", 503, "SlowDown", "unknown", "503 SlowDown"],
  ["server-error", "replace", 503, "", "unknown", "503"],
  ["server-error", "delete", 500, "InternalError", "unknown", "500 InternalError"],
  ["server-error", "create", 504, "", "unknown", "504"],
  ["server-error", "get", 503, "SlowDown", "unavailable", "503 SlowDown"],
  ["server-error", "list", 500, "", "unavailable", "500"],
  ["time-out-on-the-way", "create", 408, "", "unknown", "408"],
  ["time-out-on-the-way", "get", 408, "", "unavailable", "408"],
  ["success-with-error", "create", 200, "PreconditionFailed", "unknown", "200 PreconditionFailed"],
  ["success-with-error", "replace", 200, "InternalError", "unknown", "200 InternalError"],
  [
    "any-client-error",
    "create",
    400,
    "InvalidArgument",
    "misconfigured",
    "the store answered 400 InvalidArgument (its words): do what the store says",
  ],
  ["any-client-error", "get", 405, "MethodNotAllowed", "misconfigured", "405 MethodNotAllowed"],
  ["any-client-error", "get", 412, "", "misconfigured", "412"],
  ["no-http-status", "get", 999, "", "unavailable", "999"],
];

type Unanswered = [name: string, on: Operation, end: Ending, code: string, kind: string, says: string];

/** Ends without an answer; the code is what the system called it. */
const unanswered: readonly Unanswered[] = [
  ["no-connection", "create", "none", "connect", "undecided", "ECONNREFUSED"],
  ["no-connection", "get", "none", "connect", "unavailable", "ECONNREFUSED"],
  ["no-tls", "create", "none", "ERR_SSL_WRONG_VERSION_NUMBER", "misconfigured", "http or https"],
  ["invalid-header", "create", "none", "ERR_INVALID_CHAR", "misconfigured", "line break"],
  ["no-answer", "create", "none", "ECONNRESET", "unknown", "did not answer"],
  ["no-answer", "replace", "none", "ECONNRESET", "unknown", "did not answer"],
  ["no-answer", "delete", "none", "ECONNRESET", "unknown", "did not answer"],
  ["no-answer", "get", "none", "ECONNRESET", "unavailable", "did not answer"],
  ["no-answer", "list", "none", "ECONNRESET", "unavailable", "did not answer"],
  ["nothing-to-send", "create", "unsent", "CredentialsProviderError", "misconfigured", "check credentials"],
  ["nothing-to-send", "get", "unsent", "CredentialsProviderError", "misconfigured", "check credentials"],
  ["no-credentials-yet", "create", "unsent", "5xx", "undecided", "nothing could be sent"],
  ["no-credentials-yet", "get", "unsent", "5xx", "unavailable", "nothing could be sent"],
];

const proved = new Set<string>();

/** The row is the one that was meant, and the store has done what the row says. */
function prove(name: string, on: Operation, end: Ending, code: string, kind: string): void {
  const row = s3Quirks[name];
  expect(quirkOf(s3Quirks, on, end, code)).toBe(row);
  expect(row && outcomeOf(row, on)).toBe(kind === "unsupported-store" ? "unsupported" : kind);
  proved.add(name);
}

describe("an answer of the store", () => {
  it.each(answers)("%s: a %s answered %i %s is %s", async (name, on, status, code, kind, says) => {
    const region = name.includes("region") ? "<Region>eu-west-9</Region>" : "";
    await using server = await startScriptedServer([
      code === "" ? { status } : { status, body: xml(code, region) },
    ]);
    const found = await outcome(storeAt(server.url), on);
    expect(found.kind).toBe(kind);
    expect(found.says).toContain(says);
    if (kind === "misconfigured") {
      expect((found.error as MisconfiguredError).denied).toBe(s3Quirks[name]?.denied ?? false);
      expect(found.says).toMatch(/^could not \w+ "(key)?" in s3:\/\/bucket\/in: the store answered \d{3}/);
    }
    prove(name, on, status, code, kind);
  });
});

describe("a request without an answer", () => {
  it.each(unanswered)("%s: a %s that ends with %s, %s is %s", async (name, on, end, code, kind, says) => {
    const { store, close } = await storeWithoutAnswer(name);
    const found = await outcome(store, on);
    expect(found.kind).toBe(kind);
    expect(found.says).toContain(says);
    prove(name, on, end, code, kind);
    await close();
  });
});

/** A store whose requests end as that row says, and what closes its server, which has seen none but the reset one. */
async function storeWithoutAnswer(name: string): Promise<{ store: Store; close: () => Promise<void> }> {
  const server = await startScriptedServer(name === "no-answer" ? [{ cut: "before" }] : []);
  const close = () => server.close();
  switch (name) {
    case "no-connection":
      await close();
      return { store: storeAt(server.url), close };
    case "no-tls":
      return { store: storeAt(server.url.replace("http:", "https:")), close };
    case "invalid-header":
      return {
        store: storeAt(server.url, lender({ accessKeyId: "key\n", secretAccessKey: "secret" })),
        close,
      };
    case "nothing-to-send":
      return { store: storeAt(server.url, lender(failing({ name: "CredentialsProviderError" }))), close };
    case "no-credentials-yet":
      return { store: storeAt(server.url, lender(failing({ $metadata: { httpStatusCode: 503 } }))), close };
    default:
      return { store: storeAt(server.url), close };
  }
}

type Credentials = NonNullable<S3ClientConfig["credentials"]>;
const lender = (credentials: Credentials): S3Client => new S3Client({ region: "us-east-1", credentials });
const failing = (details: object) => () => Promise.reject(Object.assign(new Error("none"), details));

describe("the quirk table", () => {
  it("has each of its rows proved above", () => {
    expect([...proved].sort()).toEqual(Object.keys(s3Quirks).sort());
  });

  it("has a row for every status and every end, with or without a code, for every operation", () => {
    for (const on of ["get", "create", "replace", "delete", "list"] as const) {
      for (let status = 0; status <= 999; status++) expect(quirkOf(s3Quirks, on, status, "")).toBeDefined();
      expect(quirkOf(s3Quirks, on, "none", "ANYTHING")).toBeDefined();
      expect(quirkOf(s3Quirks, on, "unsent", "")).toBeDefined();
    }
  });

  it.each(Object.entries(s3Quirks))(
    "says of %s why it is so, where that is written, and what to do",
    (_, row) => {
      expect(row.why).not.toBe("");
      expect(row.source).toMatch(/^https:\/\/|^protocol, section \d/);
      const isSetUp = row.outcome === "misconfigured" || row.outcome === "unsupported";
      if (isSetUp) expect(row.advice).toBeTruthy();
    },
  );

  it("takes no read for written or refused, and no write for found or absent", () => {
    for (const row of Object.values(s3Quirks)) {
      for (const on of row.on) {
        const isRead = on === "get" || on === "list";
        const never = isRead ? ["refused", "undecided", "unknown"] : ["absent", "unchanged", "unavailable"];
        expect(never).not.toContain(outcomeOf(row, on));
      }
    }
  });
});

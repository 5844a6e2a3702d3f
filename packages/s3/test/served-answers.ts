/** The rows of the quirk table that a strict server can be brought to answer, as data: which server, which fault, who asks. */
import { S3Client } from "@aws-sdk/client-s3";
import type { FaultRule, S3Server, S3ServerOptions, ServerAction } from "@fencepost/testing";
import type { Ending, Operation } from "../src/s3-quirk.ts";
import { s3Store } from "../src/s3-store.ts";
import { credentials, storeAt } from "./scripted-s3.ts";

/** One answer, and how a server is brought to it. */
export interface Served {
  /** A row of the table. */
  readonly row: string;
  readonly on: Operation;
  /** The status that the server gives and the code with it; `none`: no answer. */
  readonly end: Ending;
  readonly code: string;
  readonly server?: S3ServerOptions;
  /** Whether an object is there already. */
  readonly there?: true;
  readonly fault?: FaultRule<ServerAction>;
  /** What asks in place of the usual store. */
  readonly asks?: (server: S3Server) => ReturnType<typeof storeAt>;
}

/** Keys and a region, and what a test sets besides. */
export const lent = (settings: ConstructorParameters<typeof S3Client>[0]) =>
  new S3Client({ region: "us-east-1", credentials, ...settings });
export const verified: S3ServerOptions = { credentials };
const stranger = lent({ credentials: { accessKeyId: "stranger", secretAccessKey: "secret" } });
const forger = lent({ credentials: { ...credentials, secretAccessKey: "other" } });
/** A middleware of the client's owner that spoils each upload. */
const spoiling = (header: string, value: string): S3Client => {
  const client = lent({});
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args as unknown as { request: { method: string; headers: Record<string, string> } };
      if (request.method === "PUT") request.headers[header] = value;
      return next(args);
    },
    { step: "build", name: "spoil" },
  );
  return client;
};
const answer = (status: 409 | 429 | 500 | 503, more: object = {}): FaultRule<ServerAction> => ({
  action: { kind: "answer", status, ...more },
});

/** Every row that takes one request. */
export const served: readonly Served[] = [
  { row: "condition-not-met", on: "create", end: 412, code: "PreconditionFailed", there: true },
  { row: "condition-not-met", on: "replace", end: 412, code: "PreconditionFailed", there: true },
  {
    row: "condition-not-met",
    on: "replace",
    end: 412,
    code: "PreconditionFailed",
    server: { profile: "ceph" },
  },
  {
    row: "condition-not-met",
    on: "replace",
    end: 412,
    code: "PreconditionFailed",
    server: { profile: "r2" },
  },
  { row: "condition-not-met", on: "delete", end: 412, code: "PreconditionFailed", there: true },
  { row: "absent", on: "get", end: 404, code: "NoSuchKey" },
  { row: "nothing-to-replace", on: "replace", end: 404, code: "NoSuchKey" },
  { row: "nothing-to-replace", on: "replace", end: 404, code: "NoSuchKey", server: { profile: "minio" } },
  { row: "nothing-to-replace", on: "delete", end: 404, code: "NoSuchKey" },
  { row: "no-bucket", on: "get", end: 404, code: "NoSuchBucket", server: { buckets: [] } },
  { row: "no-bucket", on: "create", end: 404, code: "NoSuchBucket", server: { buckets: [] } },
  { row: "no-bucket", on: "list", end: 404, code: "NoSuchBucket", server: { buckets: [] } },
  {
    row: "unknown-caller",
    on: "create",
    end: 403,
    code: "InvalidAccessKeyId",
    server: verified,
    asks: ({ url }) => storeAt(url, stranger),
  },
  {
    row: "unknown-caller",
    on: "get",
    end: 403,
    code: "SignatureDoesNotMatch",
    server: verified,
    asks: ({ url }) => storeAt(url, forger),
  },
  {
    row: "unknown-caller",
    on: "get",
    end: 404,
    code: "XAdminUserNotFound",
    server: { ...verified, profile: "versitygw" },
    asks: ({ url }) => storeAt(url, stranger),
  },
  {
    row: "unauthorized",
    on: "get",
    end: 401,
    code: "Unauthorized",
    server: { ...verified, profile: "r2" },
    asks: ({ url }) => storeAt(url, stranger),
  },
  {
    row: "keys-are-files",
    on: "create",
    end: 409,
    code: "ObjectParentIsFile",
    server: { profile: "versitygw" },
    there: true,
    asks: ({ url }) => s3Store({ bucket: "bucket", prefix: "in/key", endpoint: url }, { client: lent({}) }),
  },
  { row: "any-conflict", on: "create", end: 409, code: "", fault: answer(409, { body: false }) },
  { row: "conflict-under-way", on: "replace", end: 409, code: "OperationAborted", fault: answer(409) },
  {
    row: "clock-skew",
    on: "create",
    end: 403,
    code: "RequestTimeTooSkewed",
    server: verified,
    asks: ({ url }) => storeAt(url, lent({ systemClockOffset: -3_600_000 })),
  },
  {
    row: "clock-skew",
    on: "get",
    end: 403,
    code: "RequestTimeTooSkewed",
    server: verified,
    asks: ({ url }) => storeAt(url, lent({ systemClockOffset: 3_600_000 })),
  },
  {
    row: "forbidden-read",
    on: "get",
    end: 403,
    code: "AccessDenied",
    fault: { action: { kind: "deny", what: "missing" } },
  },
  {
    row: "forbidden",
    on: "create",
    end: 403,
    code: "AccessDenied",
    fault: { action: { kind: "deny", what: "always" } },
  },
  {
    row: "forbidden",
    on: "list",
    end: 403,
    code: "AccessDenied",
    fault: { action: { kind: "deny", what: "always" } },
  },
  {
    row: "signed-for-other-region",
    on: "create",
    end: 400,
    code: "AuthorizationHeaderMalformed",
    server: { ...verified, region: "eu-west-9" },
  },
  {
    row: "rate-limited",
    on: "create",
    end: 429,
    code: "TooManyRequests",
    server: { profile: "r2" },
    there: true,
  },
  { row: "rate-limited", on: "get", end: 429, code: "", fault: answer(429, { body: false }) },
  {
    row: "incomplete-body",
    on: "create",
    end: 400,
    code: "BadDigest",
    asks: ({ url }) => storeAt(url, spoiling("content-md5", "AAAAAAAAAAAAAAAAAAAAAA==")),
  },
  {
    row: "incomplete-body",
    on: "create",
    end: 400,
    code: "XAmzContentChecksumMismatch",
    server: { profile: "minio" },
    asks: ({ url }) => storeAt(url, spoiling("x-amz-checksum-crc32", "AAAAAA==")),
  },
  { row: "not-implemented", on: "create", end: 501, code: "NotImplemented", server: { profile: "b2" } },
  { row: "not-implemented", on: "replace", end: 501, code: "NotImplemented", server: { profile: "b2" } },
  { row: "server-error", on: "create", end: 503, code: "SlowDown", fault: answer(503) },
  {
    row: "server-error",
    on: "replace",
    end: 500,
    code: "",
    fault: answer(500, { body: false, when: "after-effect" }),
  },
  { row: "server-error", on: "get", end: 500, code: "InternalError", fault: answer(500) },
  {
    row: "success-with-error",
    on: "get",
    end: 200,
    code: "unreadable",
    there: true,
    fault: { method: "GET", action: { kind: "cut" } },
  },
  {
    row: "no-answer",
    on: "create",
    end: "none",
    code: "ECONNRESET",
    fault: { action: { kind: "drop", when: "before-effect" } },
  },
  {
    row: "no-answer",
    on: "create",
    end: "none",
    code: "ECONNRESET",
    fault: { action: { kind: "drop", when: "after-effect" } },
  },
  {
    row: "no-answer",
    on: "get",
    end: "none",
    code: "ECONNRESET",
    fault: { action: { kind: "drop", when: "after-effect" } },
  },
  {
    row: "no-tls",
    on: "create",
    end: "none",
    code: "ERR_SSL_WRONG_VERSION_NUMBER",
    asks: ({ url }) => storeAt(url.replace("http:", "https:")),
  },
];

/** What a strict S3 never answers, or what needs no server: shown in s3-quirks.test.ts only, and why. */
export const scriptedOnly: Readonly<Record<string, string>> = {
  "no-such-place": "a page of a web server that is no store",
  "other-region": "the server has one region, and sends nobody to another",
  "new-bucket": "needs DNS that does not know a bucket yet",
  redirect: "a sign-in page or a web server, not a store",
  "time-out-on-the-way": "a proxy has given up, not the store",
  "any-client-error": "the adapter asks for nothing that the server refuses otherwise",
  "no-http-status": "a middleware of the client's owner makes it up",
  "no-connection": "there is no server",
  "invalid-header": "nothing leaves",
  "nothing-to-send": "nothing leaves",
  "no-credentials-yet": "nothing leaves",
};

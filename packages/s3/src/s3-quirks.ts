/**
 * Every answer that is known, and what it means. The first row that fits decides, and nothing else in this package
 * looks at a status. Status comes before code, as an answer without a body has no useful name.
 *
 * `refused` and `unknown` are no verdicts: whoever wrote settles them by a read (protocol, section 2).
 */
import { anything, hasNotLanded, mayHaveLanded, type Quirk, writes } from "./s3-quirk.ts";
import { unanswered } from "./s3-quirks-unanswered.ts";

const docs = "https://docs.aws.amazon.com/AmazonS3/latest";
const conditions = `${docs}/userguide/conditional-writes.html`;
const errors = `${docs}/API/ErrorResponses.html`;
const rfc9110 = "https://www.rfc-editor.org/rfc/rfc9110";

const answers: Readonly<Record<string, Quirk>> = {
  // The condition.
  "condition-not-met": {
    answer: "412, with a body or without",
    on: writes,
    status: [412, 412],
    outcome: "refused",
    why: "Ceph, R2 and SeaweedFS say so of a replace of nothing too; it may be our own request, sent again on its way",
    source: conditions,
  },
  "not-modified": {
    answer: "304, which the SDK throws as an error",
    on: ["get", ...writes],
    status: [304, 304],
    outcome: { read: "unchanged", write: "refused" },
    why: "to a read it is the answer that was asked for; some front ends answer a conditional write so, too",
    source: `${rfc9110}#section-15.4.5`,
  },

  // Who asks: before 404, as versitygw answers a key that it does not know so.
  "unknown-caller": {
    answer: "403 `InvalidAccessKeyId`, `SignatureDoesNotMatch`; 400 `ExpiredToken`; 404 `XAdminUserNotFound`",
    on: anything,
    status: [400, 499],
    codes: [
      "InvalidAccessKeyId",
      "SignatureDoesNotMatch",
      "ExpiredToken",
      "InvalidToken",
      "TokenRefreshRequired",
      "NotSignedUp",
      "AccountProblem",
      "XAdminUserNotFound",
    ],
    outcome: "misconfigured",
    why: "the store does not know who asks, or does not believe it",
    source: errors,
    advice: "check the credentials",
    denied: true,
  },

  // 404: what is missing?
  "no-bucket": {
    answer: "404 `NoSuchBucket` and its like",
    on: anything,
    status: [404, 404],
    codes: ["NoSuchBucket", "NoSuchAccessPoint", "NoSuchTenant"],
    outcome: "misconfigured",
    why: "without its bucket nothing can be said of an object: it must not read as absent",
    source: errors,
    advice: "create the bucket, or correct its name",
  },
  absent: {
    answer: "404 `NoSuchKey`, or one without a body",
    on: ["get"],
    status: [404, 404],
    codes: ["", "NoSuchKey"],
    outcome: "absent",
    why: "a delete marker on top of a versioned object reads so too",
    source: `${docs}/API/API_GetObject.html`,
  },
  "nothing-to-replace": {
    answer: "404 `NoSuchKey`, or one without a body",
    on: ["replace", "delete"],
    status: [404, 404],
    codes: ["", "NoSuchKey"],
    outcome: "refused",
    why: "AWS, MinIO and versitygw say so of a condition that nothing can meet, where others say 412",
    source: conditions,
  },
  "no-such-place": {
    answer: "any other 404, such as a page, or one to a create or a list",
    on: anything,
    status: [404, 404],
    outcome: "misconfigured",
    why: "a create and a list need no object, so what is missing is the bucket, or the API",
    source: errors,
    advice: "create the bucket, or correct its name or the endpoint",
  },

  // Two at a time.
  "keys-are-files": {
    answer: "409 `ObjectParentIsFile`, 400 `XMinioParentIsObject` and their like",
    on: anything,
    status: [400, 499],
    codes: [
      "ObjectParentIsFile",
      "ExistingObjectIsDirectory",
      "ExistingObjectIsFile",
      "DirectoryObjectContainsData",
      "XMinioParentIsObject",
      "XMinioObjectExistsAsDirectory",
    ],
    outcome: "misconfigured",
    why: "the store keeps objects as files, so that `a` and `a/b` cannot both exist: no race, and no repeat helps",
    source: "https://github.com/versity/versitygw/blob/main/s3err/s3err.go",
    advice: "use keys of which none is a folder of another one, or another prefix",
  },
  "conflict-under-way": {
    answer: "409 `ConditionalRequestConflict`, `OperationAborted`",
    on: anything,
    status: [409, 409],
    codes: ["ConditionalRequestConflict", "OperationAborted"],
    outcome: hasNotLanded,
    why: "another write of the key was under way, and this answer names no winner",
    source: conditions,
  },
  "any-conflict": {
    answer: "409 with another code, or without one",
    on: anything,
    status: [409, 409],
    outcome: hasNotLanded,
    why: "read as `somebody holds it`, it made every contender believe in a holder that did not exist",
    source: "https://github.com/apache/arrow-rs-object-store/pull/852",
  },

  // Who asks, from where, and when.
  "clock-skew": {
    answer: "403 `RequestTimeTooSkewed`",
    on: anything,
    status: [400, 499],
    codes: ["RequestTimeTooSkewed", "RequestInTheFuture", "RequestExpired"],
    outcome: hasNotLanded,
    why: "only the time of the signature was wrong, and the SDK has learnt the store's clock from this answer",
    source: errors,
    advice: "set this machine's clock",
  },
  unauthorized: {
    answer: "401",
    on: anything,
    status: [401, 401],
    outcome: "misconfigured",
    why: "gateways and proxies answer so where S3 itself would say 403",
    source: `${rfc9110}#section-15.5.2`,
    advice: "check the credentials",
    denied: true,
  },
  "forbidden-read": {
    answer: "403 `AccessDenied`, or one without a body",
    on: ["get"],
    status: [403, 403],
    outcome: "misconfigured",
    why: "without s3:ListBucket a missing object is answered 403 as well: it must not read as absent",
    source: `${docs}/API/API_GetObject.html`,
    advice: "grant s3:GetObject, and s3:ListBucket: without it a missing object looks forbidden",
    denied: true,
  },
  forbidden: {
    answer: "403 `AccessDenied`, or one without a body",
    on: ["list", ...writes],
    status: [403, 403],
    outcome: "misconfigured",
    why: "a replace needs s3:GetObject beside s3:PutObject; a policy of the bucket may forbid it too",
    source: conditions,
    advice: "grant s3:PutObject, s3:GetObject and s3:ListBucket, and look at the bucket's policy",
    denied: true,
  },
  "other-region": {
    answer: "301 `PermanentRedirect`",
    on: anything,
    status: [301, 301],
    outcome: "misconfigured",
    why: "the bucket lies in another region; to follow it would be a second request",
    source: `${docs}/userguide/Redirects.html`,
    advice: "set region={region} in the location",
  },
  "signed-for-other-region": {
    answer: "400 `AuthorizationHeaderMalformed`, `IllegalLocationConstraintException`",
    on: anything,
    status: [400, 400],
    codes: ["AuthorizationHeaderMalformed", "IllegalLocationConstraintException"],
    outcome: "misconfigured",
    why: "the signature names another region than the bucket's",
    source: errors,
    advice: "set region={region} in the location",
  },
  "new-bucket": {
    answer: "307 `TemporaryRedirect`",
    on: anything,
    status: [307, 307],
    outcome: hasNotLanded,
    why: "the name of a new bucket is still on its way through DNS, and nothing was done",
    source: `${docs}/userguide/Redirects.html`,
  },
  redirect: {
    answer: "any other 3xx",
    on: anything,
    status: [300, 399],
    outcome: "misconfigured",
    why: "a sign-in page or a web server, not a store",
    source: `${rfc9110}#section-15.4`,
    advice: "correct the endpoint",
  },

  // Not now, or not known.
  "rate-limited": {
    answer: "429",
    on: anything,
    status: [429, 429],
    outcome: hasNotLanded,
    why: "R2 takes one write a second to one key and refuses others without a look at the condition",
    source: "https://developers.cloudflare.com/r2/platform/limits/",
  },
  "incomplete-body": {
    answer: "400 `RequestTimeout`, `IncompleteBody`, `BadDigest`",
    on: anything,
    status: [400, 400],
    codes: [
      "RequestTimeout",
      "IncompleteBody",
      "BadDigest",
      "XAmzContentSHA256Mismatch",
      "XAmzContentChecksumMismatch",
    ],
    outcome: hasNotLanded,
    why: "the bytes did not arrive whole, and the store has noticed",
    source: errors,
  },
  "not-implemented": {
    answer: "501 `NotImplemented`",
    on: anything,
    status: [501, 501],
    outcome: "unsupported",
    why: "the one 5xx that no repeat can help: Backblaze B2 says so of a condition",
    source: "https://github.com/hashicorp/terraform/issues/37143",
    advice: "use a store with conditional writes",
  },
  "server-error": {
    answer: "5xx, 503 `SlowDown` too",
    on: anything,
    status: [500, 599],
    outcome: mayHaveLanded,
    why: "it may have landed; or not: Ceph 16 answers 500 `UnknownError` to most losers of a race of replaces",
    source: "protocol, section 2",
  },
  "time-out-on-the-way": {
    answer: "408",
    on: anything,
    status: [408, 408],
    outcome: mayHaveLanded,
    why: "a proxy has given up, and nobody says after which byte",
    source: `${rfc9110}#section-15.5.9`,
  },
  "success-with-error": {
    answer: "200 with an `<Error>` in its body, or a body that breaks off",
    on: anything,
    status: [200, 299],
    outcome: mayHaveLanded,
    why: "the status was sent before the end was known; even a failed condition has come so",
    source: "https://github.com/aws/aws-sdk-java-v2/issues/6023",
  },

  // The rest.
  "any-client-error": {
    answer: "any other 4xx",
    on: anything,
    status: [400, 499],
    outcome: "misconfigured",
    why: "a definite no: nothing was written, and the same request will not fare better",
    source: errors,
    advice: "do what the store says",
  },
  "no-http-status": {
    answer: "any other status",
    on: anything,
    status: [0, 999],
    outcome: mayHaveLanded,
    why: "nothing is known of it; a middleware of the client's owner may make such answers",
    source: `${rfc9110}#section-15`,
  },
};

/** The whole table, by the names of its rows. */
export const s3Quirks: Readonly<Record<string, Quirk>> = { ...answers, ...unanswered };

/**
 * Every answer that is known, and what it means. The first row that fits decides; nothing else in this package looks
 * at a status.
 *
 * `refused` and `unknown` are no verdicts: whoever wrote settles them by a read (protocol, section 2).
 */
import { anything, hasNotLanded, mayHaveLanded, type Quirk, writes } from "./gcs-quirk.ts";
import { unanswered } from "./gcs-quirks-unanswered.ts";

const docs = "https://cloud.google.com/storage/docs";
const statusCodes = `${docs}/json_api/v1/status-codes`;
const permissions = `${docs}/access-control/iam-permissions`;
const protocol = "protocol, section 2";

const answers: Readonly<Record<string, Quirk>> = {
  // It worked, or says so.
  unchanged: {
    answer: "200 with the generation that the caller already has",
    on: ["get"],
    status: [200, 299],
    holds: "known",
    outcome: "unchanged",
    why: "XML has no condition on another generation, and fake-gcs-server ignores JSON's",
    source: "https://github.com/googleapis/google-cloud-go/issues/6462",
  },
  found: {
    answer: "200 with `x-goog-generation`",
    on: ["get"],
    status: [200, 299],
    holds: "what-it-must",
    outcome: "found",
    why: "body, generation, metadata and times come in this one answer",
    source: `${docs}/xml-api/get-object-download`,
  },
  listed: {
    answer: "200 with a page of names",
    on: ["list"],
    status: [200, 299],
    holds: "what-it-must",
    outcome: "listed",
    why: "names, and the token of the next page if there is one",
    source: `${docs}/json_api/v1/objects/list`,
  },
  "not-this-service": {
    answer: "200 to a read, without a generation or a page of names",
    on: ["get", "list"],
    status: [200, 299],
    outcome: "unsupported",
    why: "a state without a version can never be replaced under a condition, and no page is not an empty page",
    source: "https://github.com/floci-io/floci-gcp/issues/124",
    advice:
      "give the endpoint of a service that speaks Google's API; a proxy may have dropped x-goog-generation",
  },
  written: {
    answer: "200 with a generation; 204 to a delete, which has none",
    on: writes,
    status: [200, 299],
    holds: "what-it-must",
    outcome: "written",
    why: "the condition held and the write took effect",
    source: `${docs}/request-preconditions`,
  },
  "written-without-generation": {
    answer: "200 to a write, without a generation",
    on: ["create", "replace"],
    status: [200, 299],
    outcome: "unknown",
    why: "it may have landed, and without its version nothing can be built on it",
    source: protocol,
  },

  // 404: what is missing?
  "no-bucket": {
    answer: "404 that names the bucket",
    on: anything,
    status: [404, 404],
    says: /NoSuchBucket|bucket does not exist/,
    outcome: "misconfigured",
    why: "JSON's reason is notFound for bucket and object alike; only the message, or XML's code, tells them apart",
    source: `${docs}/xml-api/reference-status`,
    advice: "create the bucket, or correct its name",
  },
  absent: {
    answer: "404 `NoSuchKey`, or one that says nothing",
    on: ["get"],
    status: [404, 404],
    outcome: "absent",
    why: "fake-gcs-server says Not Found and no more, even if it is the bucket that is missing",
    source: `${docs}/xml-api/reference-status`,
  },
  "nothing-to-replace": {
    answer: "404",
    on: ["replace", "delete"],
    status: [404, 404],
    outcome: "refused",
    why: "no live object, so not that generation; a delete that is sent again is answered so, too",
    source: `${docs}/retry-strategy`,
  },
  "nowhere-to-write": {
    answer: "404",
    on: ["create", "list"],
    status: [404, 404],
    outcome: "misconfigured",
    why: "neither needs an object, so what is missing is the bucket, or the API",
    source: statusCodes,
    advice: "create the bucket, or correct its name or the endpoint",
  },

  // The condition.
  "organization-policy": {
    answer: "412 `orgPolicyConstraintFailed`, or `conditionNotMet` that names a constraint",
    on: anything,
    status: [412, 412],
    says: /orgPolicyConstraintFailed|violates constraint/,
    outcome: "misconfigured",
    why: "a lost race has the same status, but this write will be refused for ever",
    source: "https://github.com/terraform-google-modules/terraform-google-event-function/pull/41",
    advice: "ask whoever keeps the organization's policies",
  },
  "condition-not-met": {
    answer: "412 `conditionNotMet`, with a body or without",
    on: writes,
    status: [412, 412],
    outcome: "refused",
    why: "our own request is answered so, too, if something on its way has sent it again",
    source: `${docs}/request-preconditions`,
  },
  "not-modified": {
    answer: "304",
    on: anything,
    status: [304, 304],
    outcome: { write: "refused", read: "unavailable" },
    why: "some front ends answer a create so; our reads carry no condition, so it says nothing of their version",
    source: "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5",
  },

  // Not now, or not known.
  conflict: {
    answer: "409",
    on: anything,
    status: [409, 409],
    outcome: hasNotLanded,
    why: "another operation was under way",
    source: statusCodes,
  },
  "rate-limited": {
    answer: "429 `rateLimitExceeded`",
    on: anything,
    status: [429, 429],
    outcome: hasNotLanded,
    why: "more than one write a second to one name; it can come instead of a 412 and says nothing of the condition",
    source: "https://github.com/delta-io/delta-rs/issues/2451",
  },
  "rate-limited-403": {
    answer: "403 `rateLimitExceeded`, `userRateLimitExceeded`, `quotaExceeded`",
    on: anything,
    status: [403, 403],
    says: /\brateLimitExceeded|\buserRateLimitExceeded|\bquotaExceeded/,
    outcome: hasNotLanded,
    why: "a 403 that has nothing to do with permission",
    source: statusCodes,
  },
  "request-timeout": {
    answer: "408 `uploadBrokenConnection`",
    on: anything,
    status: [408, 408],
    outcome: mayHaveLanded,
    why: "the connection broke, and nobody says after which byte",
    source: statusCodes,
  },
  "not-implemented": {
    answer: "501",
    on: anything,
    status: [501, 501],
    outcome: "misconfigured",
    why: "the one 5xx that no repeat can help",
    source: protocol,
    advice: "give the endpoint of a service that has this operation",
  },
  "server-error": {
    answer: "5xx, 503 too",
    on: anything,
    status: [500, 599],
    outcome: mayHaveLanded,
    why: "it may have landed before the answer was lost",
    source: `${docs}/retry-strategy`,
  },

  // The set-up: somebody has to change something.
  unauthorized: {
    answer: "401",
    on: anything,
    status: [401, 401],
    outcome: "misconfigured",
    why: "the service does not accept the token",
    source: statusCodes,
    advice:
      "check the credentials and this machine's clock; an endpoint of your own gets none unless a Storage is lent",
    denied: true,
  },
  retained: {
    answer: "403 `retentionPolicyNotMet`, `objectUnderActiveHold`",
    on: writes,
    status: [403, 403],
    says: /retentionPolicyNotMet|objectUnderActiveHold|retention policy|active hold/,
    outcome: "misconfigured",
    why: "to overwrite is to delete the generation before, which a retention policy or a hold forbids",
    source: `${docs}/bucket-lock`,
    advice: "use a bucket without retention policy and holds: a lease is an object that is overwritten",
  },
  "forbidden-read": {
    answer: "403",
    on: ["get"],
    status: [403, 403],
    outcome: "misconfigured",
    why: "without the right to list, a missing object is answered 403 as well: it must not read as absent",
    source: permissions,
    advice:
      "grant storage.objects.get, and storage.objects.list: without it a missing object looks forbidden",
    denied: true,
  },
  forbidden: {
    answer: "403",
    on: ["list", ...writes],
    status: [403, 403],
    outcome: "misconfigured",
    why: "to overwrite needs the right to delete beside the right to create",
    source: permissions,
    advice: "grant storage.objects.create, .delete and .list (roles/storage.objectUser has them)",
    denied: true,
  },
  "requester-pays": {
    answer: "400 `userProjectMissing`",
    on: anything,
    status: [400, 400],
    says: /userProjectMissing|requester pays/i,
    outcome: "misconfigured",
    why: "in this bucket whoever asks pays",
    source: `${docs}/requester-pays`,
    advice: "set the option userProject to the project to bill",
  },
  "encryption-key": {
    answer: "400 about a customer-supplied encryption key",
    on: anything,
    status: [400, 400],
    says: /EncryptionKey|customer-supplied/i,
    outcome: "misconfigured",
    why: "the object has another key, or has one and none was sent, or has none",
    source: `${docs}/encryption/customer-supplied-keys`,
    advice: "set the option encryptionKey to the key that the object was written with",
  },
  redirect: {
    answer: "3xx",
    on: anything,
    status: [300, 399],
    outcome: "misconfigured",
    why: "to follow it would be a second request, and would carry token and key to another host",
    source: statusCodes,
    advice: "give the endpoint that it points to, if that is the service",
  },
  "any-client-error": {
    answer: "any other 4xx",
    on: anything,
    status: [400, 499],
    outcome: "misconfigured",
    why: "a definite no: nothing was written, and the same request will not fare better",
    source: statusCodes,
    advice: "do what the store says",
  },
  "no-http-status": {
    answer: "600 and above",
    on: anything,
    status: [600, 999],
    outcome: mayHaveLanded,
    why: "nothing is known of it",
    source: "https://www.rfc-editor.org/rfc/rfc9110#section-15",
  },
};

/** The whole table, by the names of its rows. */
export const gcsQuirks: Readonly<Record<string, Quirk>> = { ...answers, ...unanswered };

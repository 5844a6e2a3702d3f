/** The rows of the quirk table that a strict server can be brought to answer, as data: which server, which fault, who asks. */
import { type Clock, systemClock } from "@fencepost/core";
import { type FaultRule, type GcsServerOptions, gcsProfiles, type ServerAction } from "@fencepost/testing";
import type { GcsStoreOptions } from "../src/gcs-options.ts";
import { type Operation, type Outcome, type Signs, writes } from "../src/gcs-quirk.ts";

/** One answer, and how a server is brought to it. */
export interface Served {
  /** A row of the table. */
  readonly row: string;
  readonly on: Operation;
  /** The status that the server gives; `none`: no answer. */
  readonly status: number | "none";
  /** Reason and message, as the store shows them to a person. @default "" */
  readonly says?: string;
  readonly server?: GcsServerOptions;
  /** The object is there already; `stale`: and not in the version that is asked for. @default nothing is there */
  readonly there?: "current" | "stale";
  readonly fault?: FaultRule<ServerAction>;
  /** Who asks: the library's client with a token, or fetch without one. @default both, one after the other */
  readonly by?: "the library's client" | "fetch";
  readonly options?: Omit<GcsStoreOptions, "storage">;
}

/** A server's clock that stands still: what is written twice is written too soon. */
const still: Clock = { ...systemClock, wallMs: () => Date.UTC(2026, 10, 30) };
/** Two seconds pass between any two looks at it. */
const leaping: Clock = { ...systemClock, wallMs: () => systemClock.wallMs() + 2_000 * leaps++ };
let leaps = 0;

const noBucket = { buckets: [] };
const unmet = "conditionNotMet: At least one of the pre-conditions you specified did not hold.";
const struck = (action: ServerAction): { fault: FaultRule<ServerAction> } => ({ fault: { action } });
const answered = (status: 409 | 429 | 500 | 503, more: object = {}) =>
  struck({ kind: "answer", status, ...more });
const each = (on: readonly Operation[], one: Omit<Served, "on">): Served[] =>
  on.map((operation) => ({ ...one, on: operation }));

const decidedByTheObject: readonly Served[] = [
  { row: "found", on: "get", status: 200, there: "stale" },
  { row: "unchanged", on: "get", status: 200, there: "current" },
  { row: "listed", on: "list", status: 200, there: "current" },
  { row: "listed", on: "list", status: 200 },
  { row: "absent", on: "get", status: 404, says: "NoSuchKey: No such object: bucket/app/key" },
  { row: "absent", on: "get", status: 404, says: "Not Found", server: { profile: gcsProfiles["fake-gcs"] } },
  { row: "written", on: "create", status: 200 },
  { row: "written", on: "replace", status: 200, there: "current", server: { clock: leaping } },
  { row: "written", on: "delete", status: 204, there: "current", server: { clock: leaping } },
  { row: "written", on: "delete", status: 200, there: "stale", server: { profile: gcsProfiles["fake-gcs"] } },
  {
    row: "condition-not-met",
    on: "create",
    status: 412,
    says: unmet,
    there: "stale",
    server: { clock: leaping },
  },
  ...each(["replace", "delete"], {
    row: "condition-not-met",
    status: 412,
    says: unmet,
    there: "stale",
    server: { clock: leaping },
  }),
  { row: "condition-not-met", on: "replace", status: 412, says: unmet },
  { row: "nothing-to-replace", on: "delete", status: 404, says: "notFound: No such object: bucket/app/key" },
  ...each(writes, {
    row: "rate-limited",
    status: 429,
    says: "rateLimitExceeded: The object bucket/app/key exceeded the rate limit for object mutation operations",
    there: "current",
    server: { clock: still },
  }),
];

const decidedByTheBucket: readonly Served[] = [
  {
    row: "no-bucket",
    on: "get",
    status: 404,
    says: "NoSuchBucket: The specified bucket does not exist.",
    server: noBucket,
  },
  ...each(["list", ...writes], {
    row: "no-bucket",
    status: 404,
    says: "notFound: The specified bucket does not exist.",
    server: noBucket,
  }),
  ...each(["list", "create"], {
    row: "nowhere-to-write",
    status: 404,
    says: "notFound: Not Found",
    server: { ...noBucket, profile: gcsProfiles["fake-gcs"] },
  }),
];

const decidedByFaults: readonly Served[] = [
  ...each(["get", "list", ...writes], { row: "conflict", status: 409, ...answered(409, { body: false }) }),
  ...each(writes, { row: "conflict", status: 409, says: "conflict: A conflicting", ...answered(409) }),
  { row: "rate-limited", on: "get", status: 429, says: "SlowDown: The rate", ...answered(429) },
  { row: "rate-limited", on: "list", status: 429, says: "rateLimitExceeded: The rate", ...answered(429) },
  ...each(["get", "list", ...writes], {
    row: "server-error",
    status: 503,
    ...answered(503, { body: false }),
  }),
  ...each(["list", ...writes], { row: "server-error", status: 500, says: "backendError", ...answered(500) }),
  ...each(writes, { row: "server-error", status: 503, ...answered(503, { when: "after-effect" }) }),
  ...each(["get", "list", ...writes], {
    row: "no-answer",
    status: "none",
    ...struck({ kind: "drop", when: "before-effect" }),
  }),
  ...each(["create"], {
    row: "no-answer",
    status: "none",
    ...struck({ kind: "drop", when: "after-effect" }),
  }),
  ...each(["get", "list"], {
    row: "no-answer",
    status: "none",
    there: "stale",
    by: "fetch",
    ...struck({ kind: "cut" }),
  }),
  { row: "no-answer", on: "create", status: "none", by: "fetch", ...struck({ kind: "cut" }) },
  ...each(["list", ...writes], {
    row: "unauthorized",
    status: 401,
    says: "required: Anonymous caller does not have storage.",
    by: "fetch",
    ...struck({ kind: "deny", what: "always" }),
  }),
  ...each(["list", ...writes], {
    row: "forbidden",
    status: 403,
    says: "forbidden: The caller does not have storage.",
    by: "the library's client",
    ...struck({ kind: "deny", what: "always" }),
  }),
  {
    row: "forbidden-read",
    on: "get",
    status: 403,
    says: "AccessDenied",
    there: "stale",
    ...struck({ kind: "deny", what: "always" }),
  },
  {
    row: "forbidden-read",
    on: "get",
    status: 403,
    says: "AccessDenied",
    ...struck({ kind: "deny", what: "missing" }),
  },
  ...each(["get", "list", ...writes], {
    row: "not-implemented",
    status: 501,
    says: "this test server has no encryption keys of customers",
    options: { encryptionKey: new Uint8Array(32) },
  }),
];

/** Every row that takes one request. */
export const served: readonly Served[] = [...decidedByTheObject, ...decidedByTheBucket, ...decidedByFaults];

/** What each must mean to who reads and to who writes: told here as well, so that the table cannot be its own witness. */
export const meanings: Readonly<Record<string, readonly [read: Outcome | "", write: Outcome | ""]>> = {
  found: ["found", ""],
  unchanged: ["unchanged", ""],
  listed: ["listed", ""],
  absent: ["absent", ""],
  written: ["", "written"],
  "condition-not-met": ["", "refused"],
  "nothing-to-replace": ["", "refused"],
  "rate-limited": ["unavailable", "undecided"],
  "no-bucket": ["misconfigured", "misconfigured"],
  "nowhere-to-write": ["misconfigured", "misconfigured"],
  conflict: ["unavailable", "undecided"],
  "server-error": ["unavailable", "unknown"],
  "no-answer": ["unavailable", "unknown"],
  unauthorized: ["misconfigured", "misconfigured"],
  forbidden: ["misconfigured", "misconfigured"],
  "forbidden-read": ["misconfigured", ""],
  "not-implemented": ["misconfigured", "misconfigured"],
  "no-connection": ["unavailable", "undecided"],
  "no-tls": ["misconfigured", "misconfigured"],
};

/** What only the scripted server shows, and why. */
export const scriptedOnly: Readonly<Record<string, string>> = {
  "not-this-service":
    "the server is a service of this kind: it always gives a generation, and pages that are pages",
  "written-without-generation": "it says of every write which generation it made",
  "organization-policy": "it has no organization",
  "not-modified": "the adapter sends no condition that could be answered so",
  "rate-limited-403": "it words the rate of writes to one name as Google does today, with 429",
  "request-timeout": "it never gives an upload up",
  retained: "it has no retention and no holds",
  "requester-pays": "it bills nobody",
  "encryption-key": "it has no encryption keys of customers, and says so",
  redirect: "it sends nobody elsewhere",
  "any-client-error": "the adapter sends nothing that it would call wrong",
  "no-http-status": "its answers are those of HTTP",
  "no-token-yet": "no request leaves, so no server is asked",
  "no-token": "no request leaves, so no server is asked",
};

/** What the adapter knows of that answer when it looks its row up. */
export function signsOf({ row, status, says = "" }: Served): Signs {
  const holds =
    row === "unchanged" ? "known" : typeof status === "number" && status < 300 ? "what-it-must" : "nothing";
  return { status, holds, said: says };
}

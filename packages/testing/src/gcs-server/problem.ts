/** What goes wrong, in Google's words and in the shape of each of its two interfaces. */
import type { Answer } from "../object-server/protocol.ts";

/** The two ways to ask: the JSON API, and the XML API. */
export type Interface = "JSON" | "XML";

/** One problem, with the words of both interfaces. */
export interface Problem {
  readonly status: number;
  /** Of the JSON API. */
  readonly reason: string;
  /** Of the XML API. */
  readonly code: string;
  readonly message: string;
  /** @default global */
  readonly domain?: string | undefined;
  /** Where in the request it lies. */
  readonly location?: { readonly type: "header" | "parameter"; readonly name: string } | undefined;
}

/** The shapes: https://cloud.google.com/storage/docs/json_api/v1/status-codes and xml-api/reference-status. */
export function problemAnswer(way: Interface, problem: Problem): Answer {
  return way === "JSON" ? jsonProblem(problem) : xmlProblem(problem);
}

function jsonProblem({ status, reason, message, domain = "global", location }: Problem): Answer {
  const detail = {
    message,
    domain,
    reason,
    ...(location && { location: location.name, locationType: location.type }),
  };
  return {
    status,
    headers: { "Content-Type": "application/json; charset=UTF-8" },
    body: JSON.stringify({ error: { code: status, message, errors: [detail] } }),
  };
}

function xmlProblem({ status, code, message }: Problem): Answer {
  return {
    status,
    headers: { "Content-Type": "application/xml; charset=UTF-8" },
    body: `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A request that makes no sense, or a number that is none. */
export function invalid(message: string): Problem {
  return { status: 400, reason: "invalid", code: "InvalidArgument", message };
}

/** What the service has and this server has not. */
export function unsupported(what: string): Problem {
  const message = `this test server has no ${what}`;
  return { status: 501, reason: "notImplemented", code: "NotImplemented", message };
}

export const conditionNotMet: Problem = {
  status: 412,
  reason: "conditionNotMet",
  code: "PreconditionFailed",
  message: "At least one of the pre-conditions you specified did not hold.",
  location: { type: "header", name: "If-Match" },
};

export const noBucket: Problem = {
  status: 404,
  reason: "notFound",
  code: "NoSuchBucket",
  message: "The specified bucket does not exist.",
};

export function noObject(bucket: string, name: string): Problem {
  return { status: 404, reason: "notFound", code: "NoSuchKey", message: `No such object: ${bucket}/${name}` };
}

export function bucketExists(bucket: string): Problem {
  return {
    status: 409,
    reason: "conflict",
    code: "BucketNameUnavailable",
    message: `A Cloud Storage bucket named '${bucket}' already exists.`,
  };
}

/** https://cloud.google.com/storage/docs/gcs429 */
export function changedTooOften(bucket: string, name: string): Problem {
  return {
    status: 429,
    reason: "rateLimitExceeded",
    code: "SlowDown",
    domain: "usageLimits",
    message: `The object ${bucket}/${name} exceeded the rate limit for object mutation operations (create, update, and delete). Please reduce your request rate. See https://cloud.google.com/storage/docs/gcs429.`,
  };
}

/**
 * Who may not, and who has not said who it is: only the JSON API makes a difference
 * (https://github.com/activeviam/atoti-notebooks/issues/298, https://github.com/openai/glow/issues/60).
 */
export function denied(way: Interface, isAnonymous: boolean, permission: string): Problem {
  const who = isAnonymous ? "Anonymous caller" : "The caller";
  const what = `${who} does not have ${permission} access to the Google Cloud Storage object.`;
  const message = `${what} Permission '${permission}' denied on resource (or it may not exist).`;
  if (way === "XML")
    return { status: 403, reason: "forbidden", code: "AccessDenied", message: "Access denied." };
  if (!isAnonymous) return { status: 403, reason: "forbidden", code: "AccessDenied", message };
  const location = { type: "header", name: "Authorization" } as const;
  return { status: 401, reason: "required", code: "AccessDenied", message, location };
}

/** What the service says of a failure of its own, by status (https://cloud.google.com/storage/docs/json_api/v1/status-codes). */
export const failures: Readonly<Record<409 | 429 | 500 | 503, Problem>> = {
  409: {
    status: 409,
    reason: "conflict",
    code: "OperationAborted",
    message: "A conflicting conditional operation is currently in progress against this resource.",
  },
  429: {
    status: 429,
    reason: "rateLimitExceeded",
    code: "SlowDown",
    domain: "usageLimits",
    message: "The rate of requests to your Cloud Storage resources is too high.",
  },
  500: {
    status: 500,
    reason: "backendError",
    code: "InternalError",
    message: "We encountered an internal error. Please try again.",
  },
  503: {
    status: 503,
    reason: "backendError",
    code: "ServiceUnavailable",
    message: "Backend Error",
  },
};

/** Thrown while a request is read. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

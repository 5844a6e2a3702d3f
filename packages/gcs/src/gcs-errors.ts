/** Finds the row of the quirk table for a reply, and makes an error of it that says what to do. */
import {
  type CoordinationError,
  MisconfiguredError,
  printable,
  UnavailableError,
  UnsupportedStoreError,
} from "@fencepost/core";
import type { Reply } from "./gcs-client.ts";
import { type Operation, type Outcome, outcomeOf, type Quirk, quirkOf, type Signs } from "./gcs-quirk.ts";
import { gcsQuirks } from "./gcs-quirks.ts";

/** What a reply means, and what is needed to say so. */
export interface Finding {
  readonly operation: Operation;
  readonly outcome: Outcome;
  readonly quirk: Quirk;
  readonly signs: Signs;
  readonly cause: unknown;
}

/** Looks the reply up. @param holds whether a 2xx carries what it must */
export function findingOf(operation: Operation, reply: Reply, holds: Signs["holds"]): Finding {
  const signs: Signs = { status: statusOf(reply), holds, said: saidIn(reply) };
  const quirk = quirkOf(gcsQuirks, operation, signs);
  const cause = reply.kind === "answer" ? undefined : reply.cause;
  return { operation, outcome: outcomeOf(quirk, operation), quirk, signs, cause };
}

/** What to throw: what was tried, what the store answered, what to do. */
export function failureOf(finding: Finding, tried: string, key?: string): CoordinationError {
  const { operation, outcome, quirk, cause } = finding;
  const answer = `${wordsOf(finding)}${quirk.advice ? `: ${quirk.advice}` : ""}`;
  const message = `could not ${tried}: ${answer}`;
  const details = { key, cause };
  if (outcome === "misconfigured")
    return new MisconfiguredError(message, { ...details, denied: quirk.denied });
  if (outcome === "unsupported") return new UnsupportedStoreError(message, details);
  // Of a read without an answer core says what was read from where.
  return new UnavailableError(operation === "get" ? answer : message, details);
}

/** What the store answered, in words for a person. */
export function wordsOf({ signs, cause }: Finding): string {
  if (typeof signs.status === "number") {
    return `the store answered ${signs.status}${signs.said && ` ${signs.said}`}`;
  }
  const because = cause instanceof Error ? ` (${printable(cause.message)})` : "";
  return signs.status === "none" ? `the store gave no answer${because}` : `no access token${because}`;
}

function statusOf(reply: Reply): Signs["status"] {
  // What is below 200 is no final answer; an interceptor of the lent client may make one up.
  if (reply.kind === "answer") return reply.status < 200 ? "none" : reply.status;
  if (reply.kind === "no-answer") return "none";
  return reply.transient ? "no-token-yet" : "no-token";
}

/** A person reads it in one line, so what is longer is cut. */
const longest = 300;

/** Reason and message, from JSON, XML or plain text; the code where nothing was answered. */
function saidIn(reply: Reply): string {
  if (reply.kind !== "answer") return String((reply.cause as { code?: unknown } | undefined)?.code ?? "");
  if (reply.status < 300) return "";
  const text = reply.body.subarray(0, 10_000).toString("utf8");
  const said = jsonError(text) ?? xmlError(text) ?? text.replace(/<[^>]*>/g, " ");
  return printable(said.replace(/\s+/g, " ").trim()).slice(0, longest);
}

/** `{ error: { message, errors: [{ reason }] } }`; OAuth's `{ error, error_description }`. */
function jsonError(text: string): string | undefined {
  try {
    const { error, error_description: description } = JSON.parse(text);
    if (typeof error === "string") return `${error}: ${description ?? ""}`;
    const reasons = (error?.errors ?? []).map(({ reason }: { reason?: unknown }) => reason);
    return `${reasons.join(", ") || "no reason"}: ${error?.message ?? "no message"}`;
  } catch {
    return undefined;
  }
}

/** `<Error><Code/><Message/><Details/></Error>` */
function xmlError(text: string): string | undefined {
  const [code, message, details] = ["Code", "Message", "Details"].map(
    (tag) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1],
  );
  return code === undefined ? undefined : [`${code}:`, message, details].filter(Boolean).join(" ");
}

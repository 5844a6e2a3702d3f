/** Turns a request that failed into a result or an error of the port, in words that a person can act on. */
import {
  isCoordinationError,
  MisconfiguredError,
  type PutResult,
  printable,
  UnavailableError,
  UnsupportedStoreError,
} from "@fencepost/core";
import type { Failure } from "./s3-exchange.ts";
import { type Operation, type Outcome, outcomeOf, quirkOf } from "./s3-quirk.ts";
import { s3Quirks } from "./s3-quirks.ts";

/** What was asked, and of which object. */
export interface Request {
  readonly operation: Operation;
  /** As the user of the port calls it; for a list its prefix. */
  readonly key: string;
  /** `s3://bucket/prefix` */
  readonly store: string;
}

/** @throws MisconfiguredError, UnsupportedStoreError where nothing was written and no repeat can help. */
export function writeResultOf(failure: Failure, request: Request): PutResult {
  const { outcome, answer, sentence, clockAheadMs } = judge(failure, request);
  switch (outcome) {
    case "refused":
      return { kind: "refused" };
    case "undecided":
      return { kind: "undecided", detail: answer, clockAheadMs };
    default:
      return { kind: "unknown", cause: new Error(sentence, { cause: failure.error }) };
  }
}

/** @throws UnavailableError, MisconfiguredError, UnsupportedStoreError */
export function readResultOf(failure: Failure, request: Request): "absent" | "unchanged" {
  const { outcome, answer, sentence, clockAheadMs } = judge(failure, request);
  if (outcome === "absent" || outcome === "unchanged") return outcome;
  // Of a get, core says itself what was read from where.
  const message = request.operation === "get" ? answer : sentence;
  throw new UnavailableError(message, { key: request.key, cause: failure.error, clockAheadMs });
}

interface Judged {
  readonly outcome: Outcome;
  /** What the store answered and what to do, without what was tried. */
  readonly answer: string;
  readonly sentence: string;
  readonly clockAheadMs: number | undefined;
}

function judge(failure: Failure, request: Request): Judged {
  const { error } = failure;
  if (isCoordinationError(error)) throw error;
  const code = codeOf(failure);
  const end = failure.answer?.status ?? (failure.signedAt === undefined ? "unsent" : "none");
  const quirk = quirkOf(s3Quirks, request.operation, end, code);
  const advice = quirk.advice?.replace("{region}", regionOf(failure) ?? "…");
  const clockAheadMs = clockAheadMsOf(failure);
  const answer = `${answerOf(failure, code)}${skewed(clockAheadMs)}${advice === undefined ? "" : `: ${advice}`}`;
  const tried = `could not ${verbs[request.operation]} ${printable(JSON.stringify(request.key))} in ${request.store}`;
  const sentence = `${tried}: ${answer}`;
  const outcome = outcomeOf(quirk, request.operation);
  const details = { key: request.key, cause: error };
  if (outcome === "misconfigured")
    throw new MisconfiguredError(sentence, { ...details, denied: quirk.denied });
  if (outcome === "unsupported") throw new UnsupportedStoreError(sentence, details);
  return { outcome, answer, sentence, clockAheadMs };
}

const verbs: Readonly<Record<Operation, string>> = {
  get: "read",
  create: "create",
  replace: "replace",
  delete: "delete",
  list: "list",
};

/** What is read of an error, whoever threw it. */
interface Told {
  readonly name?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly errors?: readonly Told[];
  readonly $responseBodyText?: string;
  readonly Region?: string;
  readonly $fault?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Empty if there is none. */
function codeOf({ error, answer }: Failure): string {
  const told = (error ?? {}) as Told;
  if (answer) {
    if (!told.$fault) return notS3;
    // The SDK's own names for an answer without a body are no codes of the store.
    return /^(Unknown|NotFound)$/.test(told.name ?? "") ? "" : (told.name ?? "");
  }
  if (isConnecting(told)) return "connect";
  // As Node 22 calls it.
  if (told.message?.includes("wrong version number")) return "ERR_SSL_WRONG_VERSION_NUMBER";
  if ((told.$metadata?.httpStatusCode ?? 0) >= 500) return "5xx";
  return told.code ?? told.name ?? "";
}

/** Stands for the code of an answer that the SDK could not read, or not to its end. */
const notS3 = "unreadable";

/** Before a connection: also where several addresses were tried, each in vain. */
function isConnecting({ syscall = "", errors = [] }: Told): boolean {
  if (errors.length > 0) return errors.every(isConnecting);
  return syscall === "connect" || syscall.startsWith("getaddrinfo");
}

function answerOf({ error, answer, signedAt }: Failure, code: string): string {
  const told = (error ?? {}) as Told;
  const text = textOf(told).replace(/\s+/g, " ").trim().slice(0, 300);
  const said = text === "" ? "" : ` (${printable(text)})`;
  const named = code === "" || code === notS3 ? "" : ` ${printable(code)}`;
  if (answer) return `the store answered ${answer.status}${named}${said}`;
  return signedAt === undefined ? `nothing could be sent${said}` : `the store did not answer${said}`;
}

/** Where a page came instead of XML, its text says more than the parser's error. */
function textOf({ $responseBodyText: page, message = "", errors = [] }: Told): string {
  if (page !== undefined) return page;
  if (message === "" && errors[0]) return textOf(errors[0]);
  return message === "UnknownError" ? "" : message;
}

function regionOf({ error, answer }: Failure): string | undefined {
  const region = answer?.headers["x-amz-bucket-region"] ?? (error as Told | undefined)?.Region;
  return region === undefined ? undefined : printable(String(region));
}

/** How far this machine's clock was ahead of the store's, if that is what the store complains about. */
function clockAheadMsOf({ error, answer, signedAt = "" }: Failure): number | undefined {
  if ((error as Told | undefined)?.name !== "RequestTimeTooSkewed") return undefined;
  const iso = signedAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const aheadMs = Date.parse(iso) - Date.parse(answer?.headers["date"] ?? "");
  return Number.isNaN(aheadMs) ? undefined : aheadMs;
}

function skewed(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return "";
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `, and this machine's clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} the store's`;
}

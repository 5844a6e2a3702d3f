/** S3 as a protocol of an object server: what each request comes to, by the facts of a profile. */
import type { CostClass } from "../object-server/cost.ts";
import type { Answer, Decision, Protocol, Situation } from "../object-server/protocol.ts";
import { deleteRefusal, readRefusal, writeRefusal } from "./s3-conditions.ts";
import { errorAnswer, type S3Problem } from "./s3-error.ts";
import { type Gate, refusalAtTheGate } from "./s3-gate.ts";
import { listAnswer } from "./s3-list.ts";
import { objectOf, type S3Object, validatorsOf } from "./s3-object.ts";
import type { S3Facts } from "./s3-profile.ts";
import { asked, type S3Asked, type S3Operation } from "./s3-request.ts";
import { xmlDocument } from "./s3-xml.ts";

type Decided = Decision<S3Object>;
type Decide = (asked: S3Asked, situation: Situation<S3Object>, facts: S3Facts) => Decided;

/** What a server of this protocol is set to. */
export interface S3Setting extends Gate {
  /** As for `addressOf`. */
  readonly domain: string;
}

/** The protocol of that setting. */
export function s3Protocol(setting: S3Setting): Protocol<S3Asked, S3Object> {
  return {
    parse: (request) => asked(request, setting.domain),
    decide(request, situation) {
      const refusal = refusalAtTheGate(request, situation, setting);
      if (refusal || request.operation === "") return refused(request, refusal ?? { code: "NotImplemented" });
      return decisions[request.operation](request, situation, setting.facts);
    },
    fail: (request, status) => ({ ...refused(request, { code: failures[status] }), decided: "failed" }),
  };
}

const failures = {
  409: "OperationAborted",
  429: "TooManyRequests",
  500: "InternalError",
  503: "SlowDown",
} as const;

const decisions: Readonly<Record<S3Operation, Decide>> = {
  PutObject(request, situation, facts) {
    const { nowMs, revision, changedAtMs, ignoreConditions } = situation;
    const isTooSoon = changedAtMs !== undefined && nowMs - changedAtMs < facts.writeIntervalMs;
    if (isTooSoon) return refused(request, { code: "TooManyRequests" });
    const code =
      (ignoreConditions ? undefined : writeRefusal(judged(request, situation), facts)) ??
      (facts.keysAreFiles ? fileRefusal(request.key, situation) : undefined);
    if (code) return refused(request, { code });
    const object = objectOf(request, facts, nowMs, revision);
    return { ...ended(request, "written", { ETag: object.etag, ...object.checksums }), effect: { object } };
  },
  GetObject: (request, { found, ignoreConditions }, facts) =>
    read(request, found, ignoreConditions ? {} : request.request.headers, facts),
  HeadObject: (request, { found, ignoreConditions }, facts) =>
    read(request, found, ignoreConditions ? {} : request.request.headers, facts),
  DeleteObject(request, situation, facts) {
    const code = situation.ignoreConditions ? undefined : deleteRefusal(judged(request, situation), facts);
    if (code) return refused(request, { code });
    const removed = ended(request, "removed", {}, 204);
    return situation.found ? { ...removed, effect: { object: undefined } } : removed;
  },
  ListObjectsV2(request, { list }, facts) {
    const answer = listAnswer(request, list(request.request.query.get("prefix") ?? ""), facts);
    return {
      decided: answer.status === 200 ? "listed" : "InvalidArgument",
      answer,
      cost: costOf(request, answer),
    };
  },
  CreateBucket(request, { hasBucket }) {
    if (hasBucket) return refused(request, { code: "BucketAlreadyOwnedByYou" });
    return { ...ended(request, "created", { Location: `/${request.bucket}` }), newBucket: request.bucket };
  },
  HeadBucket: (request) => ended(request, "found", {}),
  // Without a name: us-east-1.
  GetBucketLocation: (request) =>
    ended(
      request,
      "found",
      { "Content-Type": "application/xml" },
      200,
      xmlDocument("LocationConstraint", ""),
    ),
};

function read(
  request: S3Asked,
  found: S3Object | undefined,
  headers: Readonly<Record<string, string>>,
  facts: S3Facts,
): Decided {
  if (!found) return refused(request, { code: "NoSuchKey" });
  const validators = validatorsOf(found);
  const refusal = readRefusal(headers, found, facts);
  if (refusal === "PreconditionFailed") return refused(request, { code: refusal });
  if (refusal === "not-modified") {
    const told = Object.fromEntries(facts.notModifiedHeaders.map((name) => [name, validators[name]]));
    return ended(request, "unchanged", told, 304);
  }
  const checksums = request.request.headers["x-amz-checksum-mode"] === "ENABLED" ? found.checksums : {};
  return ended(request, "found", { ...validators, ...found.headers, ...checksums }, 200, found.body);
}

/** A folder and an object of one name cannot both be. */
function fileRefusal(
  key: string,
  { list }: Situation<S3Object>,
): "ObjectParentIsFile" | "ExistingObjectIsDirectory" | undefined {
  if (list(`${key}/`).length > 0) return "ExistingObjectIsDirectory";
  const names = new Set(list("").map(([name]) => name));
  const folders = key.split("/").slice(0, -1);
  const isFile = folders.some((_, at) => names.has(folders.slice(0, at + 1).join("/")));
  return isFile ? "ObjectParentIsFile" : undefined;
}

function judged(
  { request }: S3Asked,
  { found, overtaken }: Situation<S3Object>,
): Parameters<typeof writeRefusal>[0] {
  return { headers: request.headers, found, overtaken };
}

function refused(request: S3Asked, problem: S3Problem): Decided {
  const answer = errorAnswer(problem, request.request.path);
  return { decided: problem.code, answer, cost: costOf(request, answer) };
}

function ended(
  request: S3Asked,
  decided: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
  body?: string | Uint8Array,
): Decided {
  const answer = { status, headers, body };
  return { decided, answer, cost: costOf(request, answer) };
}

/** Errors of the client are billed, errors of the server are not: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ErrorCodeBilling.html */
function costOf({ request }: S3Asked, { status }: Answer): CostClass {
  if (status >= 500 || request.method === "DELETE") return "free";
  const isList = request.method === "GET" && request.query.has("list-type");
  return request.method === "PUT" || isList ? "A" : "B";
}

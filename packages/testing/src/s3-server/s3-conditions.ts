/** Whether a condition holds: pure, by the facts of a profile. Conditions are headers, and each kind of request reads them its own way. */

import type { S3ErrorCode } from "./s3-error.ts";
import { type S3Object, validatorsOf } from "./s3-object.ts";
import type { S3Facts } from "./s3-profile.ts";

/** What a condition is judged on. */
export interface Judged {
  readonly headers: Readonly<Record<string, string>>;
  readonly found: S3Object | undefined;
  /** The object has changed while the request was under way. */
  readonly overtaken: boolean;
}

const conflicts = {
  409: "ConditionalRequestConflict",
  412: "PreconditionFailed",
  500: "UnknownError",
} as const;

/** Why a write must not happen; `undefined`: it may. */
export function writeRefusal({ headers, found, overtaken }: Judged, facts: S3Facts): S3ErrorCode | undefined {
  const match = headers["if-match"];
  const noneMatch = headers["if-none-match"];
  const isBare = match === undefined && noneMatch === undefined;
  if (isBare || facts.writeConditions === "ignored") return undefined;
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html knows one of them at a time, and no other value.
  const isKnown = noneMatch === undefined || (noneMatch === "*" && match === undefined);
  if (!isKnown || facts.writeConditions === "not-implemented") return "NotImplemented";
  const overtakenAs = match === undefined ? facts.createOvertaken : facts.replaceOvertaken;
  // Where it is a conflict, it is one whatever has come of the condition.
  if (overtaken && overtakenAs === 409) return conflicts[409];
  const refusal =
    match === undefined ? (found ? "PreconditionFailed" : undefined) : replaceRefusal(match, found, facts);
  return refusal === "PreconditionFailed" && overtaken ? conflicts[overtakenAs] : refusal;
}

function replaceRefusal(match: string, found: S3Object | undefined, facts: S3Facts): S3ErrorCode | undefined {
  if (match === "*" && facts.replaceOfAnything === "not-implemented") return "NotImplemented";
  if (!found) return facts.replaceOfNothing === 404 ? "NoSuchKey" : "PreconditionFailed";
  if (match === "*") return facts.replaceOfAnything === "written" ? undefined : "PreconditionFailed";
  return names(match, found, facts.etagInConditions) ? undefined : "PreconditionFailed";
}

/** Why a delete must not happen. */
export function deleteRefusal(
  { headers, found, overtaken }: Judged,
  facts: S3Facts,
): S3ErrorCode | undefined {
  const match = headers["if-match"];
  if (match === undefined) return undefined;
  const isHonoured = facts.conditionalDelete === "honoured";
  if (isHonoured && overtaken && facts.replaceOvertaken === 409) return conflicts[409];
  if (!found) return facts.conditionalDeleteOfNothing === 404 ? "NoSuchKey" : undefined;
  const holds =
    match === "*"
      ? facts.deleteOfAnything === 204
      : !isHonoured || names(match, found, facts.etagInConditions);
  return holds ? undefined : "PreconditionFailed";
}

/** What a read is answered instead of the object (RFC 9110, section 13.2.2). */
export function readRefusal(
  headers: Judged["headers"],
  found: S3Object,
  facts: S3Facts,
): "PreconditionFailed" | "not-modified" | undefined {
  const match = headers["if-match"];
  const noneMatch = headers["if-none-match"];
  const since = headers["if-modified-since"];
  if (match !== undefined && match !== "*" && !names(match, found, "with-or-without-quotes")) {
    return "PreconditionFailed";
  }
  if (noneMatch === "*") return facts.readUnlessAnything === 304 ? "not-modified" : undefined;
  if (noneMatch !== undefined) {
    return names(noneMatch, found, "with-or-without-quotes") ? "not-modified" : undefined;
  }
  return since !== undefined && !isModifiedSince(since, found, facts) ? "not-modified" : undefined;
}

function isModifiedSince(since: string, found: S3Object, facts: S3Facts): boolean {
  const told = Date.parse(validatorsOf(found)["Last-Modified"]);
  // A server that compares its own time to the fraction finds the object newer than what it has told of it.
  const own = facts.readUnlessModified === 304 ? told : told + 1;
  // What is no date is no condition.
  return !(own <= Date.parse(since));
}

function names(condition: string, { etag }: S3Object, form: S3Facts["etagInConditions"]): boolean {
  const bare = etag.slice(1, -1);
  return form === "without-quotes" ? condition === bare : condition.replace(/^"(.*)"$/, "$1") === bare;
}

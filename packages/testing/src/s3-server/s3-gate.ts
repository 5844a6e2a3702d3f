/** What refuses a request before anybody looks at the object: form, signature, payload, bucket, permission. */
import type { Situation } from "../object-server/protocol.ts";
import type { S3ErrorCode, S3Problem } from "./s3-error.ts";
import type { S3Object } from "./s3-object.ts";
import type { PayloadProblem } from "./s3-payload.ts";
import type { S3Facts } from "./s3-profile.ts";
import type { S3Asked } from "./s3-request.ts";
import { type S3Credentials, type SignatureProblem, signatureProblem } from "./s3-signature.ts";

/** What the gate goes by. */
export interface Gate {
  readonly facts: S3Facts;
  /** Who may ask; `undefined`: anybody, and no signature is looked at. */
  readonly credentials: S3Credentials | undefined;
  readonly region: string;
}

/** `undefined`: the request may pass. */
export function refusalAtTheGate(
  asked: S3Asked,
  { nowMs, hasBucket, found, deny }: Situation<S3Object>,
  gate: Gate,
): S3Problem | undefined {
  if (asked.problem) return asked.problem;
  const { facts, credentials, region } = gate;
  const wanted = facts.otherRegion === "refused" ? region : undefined;
  const signature = credentials && signatureProblem(asked.request, credentials, wanted, nowMs);
  if (signature) return wordedSignature(signature, gate);
  const bytes = asked.payload.problem && wordedPayload(asked.payload.problem, facts);
  if (bytes) return { code: bytes };
  if (!hasBucket && asked.operation !== "CreateBucket") return { code: "NoSuchBucket" };
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html: 403 for a missing object, without s3:ListBucket.
  const isDenied = deny === "always" || (deny === "missing" && asked.isRead && found === undefined);
  if (isDenied) return { code: "AccessDenied" };
  const isInPieces = asked.request.headers["content-length"] === undefined && asked.operation === "PutObject";
  const isRefused = isInPieces && facts.uploadInPieces === "MissingContentLength";
  return isRefused ? { code: "MissingContentLength" } : undefined;
}

function wordedSignature(problem: SignatureProblem, { facts, region }: Gate): S3Problem {
  switch (problem) {
    case "unsigned":
      return { code: "AccessDenied" };
    case "expired":
      return { code: "AccessDenied", detail: "Request has expired" };
    case "malformed":
      return { code: "AuthorizationHeaderMalformed" };
    case "unknown-key":
      return { code: facts.unknownAccessKey };
    case "region":
      return {
        code: "AuthorizationHeaderMalformed",
        detail: `The signature is for another region; this one is ${region}`,
        more: { Region: region },
      };
    case "skewed":
      return { code: "RequestTimeTooSkewed" };
    case "mismatch":
      return { code: "SignatureDoesNotMatch" };
  }
}

function wordedPayload(
  problem: PayloadProblem,
  { wrongCrc32, uploadInPieces }: S3Facts,
): S3ErrorCode | undefined {
  switch (problem) {
    case "small-piece":
      return uploadInPieces === "InvalidChunkSizeError" ? uploadInPieces : undefined;
    case "incomplete":
      return "IncompleteBody";
    case "md5":
      return "BadDigest";
    case "sha256":
      return "XAmzContentSHA256Mismatch";
    case "checksum":
      return wrongCrc32 === "taken" ? undefined : wrongCrc32;
  }
}

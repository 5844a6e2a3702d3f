/** The errors of S3 that this server knows, with the status and the words of each. */
import type { Answer } from "../object-server/protocol.ts";
import { xmlDocument } from "./s3-xml.ts";

/** The name of an error. */
export type S3ErrorCode =
  | "AccessDenied"
  | "AuthorizationHeaderMalformed"
  | "BadDigest"
  | "BucketAlreadyOwnedByYou"
  | "ConditionalRequestConflict"
  | "ExistingObjectIsDirectory"
  | "IncompleteBody"
  | "InternalError"
  | "InvalidAccessKeyId"
  | "InvalidArgument"
  | "InvalidChunkSizeError"
  | "KeyTooLongError"
  | "MissingContentLength"
  | "NoSuchBucket"
  | "NoSuchKey"
  | "NotImplemented"
  | "ObjectParentIsFile"
  | "OperationAborted"
  | "PreconditionFailed"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch"
  | "SlowDown"
  | "TooManyRequests"
  | "Unauthorized"
  | "UnknownError"
  | "XAdminUserNotFound"
  | "XAmzContentChecksumMismatch"
  | "XAmzContentSHA256Mismatch";

/** Code to status and message: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, unless another source is named. */
const errors: Readonly<Record<S3ErrorCode, readonly [status: number, message: string]>> = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header is malformed"],
  BadDigest: [400, "The checksum that was sent is not that of the bytes that arrived"],
  BucketAlreadyOwnedByYou: [409, "The bucket is there already, and yours"],
  ConditionalRequestConflict: [
    409,
    "Another operation on this key came between: read it again, or send this again",
  ],
  // https://github.com/versity/versitygw/blob/main/s3err/s3err.go
  ExistingObjectIsDirectory: [409, "The name is that of a folder with objects in it"],
  IncompleteBody: [400, "The body does not have the bytes that its headers announce"],
  InternalError: [500, "Something went wrong on the server: try again"],
  InvalidAccessKeyId: [403, "Nobody has this access key"],
  InvalidChunkSizeError: [400, "Every piece but the last must have 8 KiB"],
  InvalidArgument: [400, "An argument makes no sense"],
  KeyTooLongError: [400, "The key has more than 1,024 bytes"],
  MissingContentLength: [411, "The request has no Content-Length"],
  NoSuchBucket: [404, "There is no such bucket"],
  NoSuchKey: [404, "There is no such object"],
  NotImplemented: [501, "This server does not do what the request asks for"],
  // https://github.com/versity/versitygw/blob/main/s3err/s3err.go
  ObjectParentIsFile: [409, "A part of the name is an object itself"],
  OperationAborted: [409, "Another operation on this key is under way"],
  PreconditionFailed: [412, "The condition does not hold"],
  RequestTimeTooSkewed: [403, "The clock that signed the request is too far from this server's"],
  SignatureDoesNotMatch: [403, "The signature is not the one that this server comes to"],
  SlowDown: [503, "Too many requests: slow down"],
  // https://developers.cloudflare.com/r2/api/error-codes/
  TooManyRequests: [429, "One write a second to one key, no more"],
  // https://developers.cloudflare.com/r2/api/error-codes/
  Unauthorized: [401, "Nobody has this access key"],
  // What Ceph's gateway calls an error without a name of its own.
  UnknownError: [500, "Something went wrong on the server"],
  // https://github.com/versity/versitygw/blob/main/s3err/s3err.go
  XAdminUserNotFound: [404, "Nobody has this access key"],
  // https://github.com/minio/minio/blob/master/cmd/api-errors.go
  XAmzContentChecksumMismatch: [400, "The checksum that was sent is not that of the bytes that arrived"],
  XAmzContentSHA256Mismatch: [400, "x-amz-content-sha256 is not the hash of the bytes that arrived"],
};

/** What goes wrong with one request. */
export interface S3Problem {
  readonly code: S3ErrorCode;
  /** What of the request it is about. @default the code's own words */
  readonly detail?: string | undefined;
  /** Further elements of the answer, such as `Region`. */
  readonly more?: Readonly<Record<string, string>> | undefined;
}

/** The answer that tells of it, for a request to `resource`. */
export function errorAnswer({ code, detail, more = {} }: S3Problem, resource: string): Answer {
  const [status, message] = errors[code];
  return {
    status,
    headers: { "Content-Type": "application/xml" },
    body: xmlDocument("Error", { Code: code, Message: detail ?? message, Resource: resource, ...more }),
  };
}

/** The bytes of an upload, decoded, and whether they are the ones that its checksums speak of. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import { unchunked } from "./aws-chunked.ts";

/** What is wrong with the bytes. Which code a store has for it is its profile's. */
export type PayloadProblem = "incomplete" | "small-piece" | "md5" | "sha256" | "checksum";

/** What an upload brought. */
export interface S3Payload {
  readonly body: Uint8Array;
  /** The checksums that came with it, each by its header; those that are known here have been checked. */
  readonly checksums: Readonly<Record<string, string>>;
  readonly problem: PayloadProblem | undefined;
}

/** In base64, by the header that carries it. CRC32C and CRC64NVME are stored as they came. */
const checksumOf: Readonly<Record<string, (body: Uint8Array) => string>> = {
  "x-amz-checksum-crc32": (body) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return sum.toString("base64");
  },
  "x-amz-checksum-sha1": (body) => hashOf("sha1", body, "base64"),
  "x-amz-checksum-sha256": (body) => hashOf("sha256", body, "base64"),
};

/** Whether the body is cut into pieces with their lengths. */
function isChunked({ headers }: RecordedRequest): boolean {
  return (
    headers["x-amz-content-sha256"]?.startsWith("STREAMING-") === true ||
    headers["content-encoding"]?.split(/, */).includes("aws-chunked") === true
  );
}

/** Reads the payload of a request. */
export function payloadOf(request: RecordedRequest): S3Payload {
  const { headers } = request;
  const decoded = isChunked(request)
    ? unchunked(request.body)
    : { body: request.body, hasSmallPiece: false, trailers: {} };
  if (!decoded) return { body: request.body, checksums: {}, problem: "incomplete" };
  const { body, hasSmallPiece, trailers } = decoded;
  const checksums = Object.fromEntries(
    Object.entries({ ...headers, ...trailers }).filter(([name]) => /^x-amz-checksum-(crc|sha)/.test(name)),
  );
  const problem = problemOf(headers, body, checksums) ?? (hasSmallPiece ? "small-piece" : undefined);
  return { body, checksums, problem };
}

function problemOf(
  headers: RecordedRequest["headers"],
  body: Uint8Array,
  checksums: S3Payload["checksums"],
): PayloadProblem | undefined {
  const announced = headers["x-amz-decoded-content-length"];
  if (announced !== undefined && Number(announced) !== body.byteLength) return "incomplete";
  const md5 = headers["content-md5"];
  if (md5 !== undefined && md5 !== hashOf("md5", body, "base64")) return "md5";
  const sha256 = headers["x-amz-content-sha256"];
  const isHash = sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256);
  if (isHash && sha256 !== hashOf("sha256", body, "hex")) return "sha256";
  const isWrong = Object.entries(checksums).some(
    ([name, value]) => (checksumOf[name]?.(body) ?? value) !== value,
  );
  return isWrong ? "checksum" : undefined;
}

function hashOf(algorithm: string, body: Uint8Array, encoding: "hex" | "base64"): string {
  return createHash(algorithm).update(body).digest(encoding);
}

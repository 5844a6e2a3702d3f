/** An object, and how a store tells of it. */
import { createHash } from "node:crypto";
import type { S3Facts } from "./s3-profile.ts";
import type { S3Asked } from "./s3-request.ts";

/** What is kept of an upload. */
export interface S3Object {
  readonly body: Uint8Array;
  /** With its quotes. */
  readonly etag: string;
  readonly writtenAtMs: number;
  /** The headers that an upload brings and a read gives back: metadata and content's headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksums: Readonly<Record<string, string>>;
}

const kept = /^(x-amz-meta-.*|content-type|content-language|content-disposition|cache-control|expires)$/;

/** @param revision differs from write to write */
export function objectOf(
  { request, payload }: S3Asked,
  facts: S3Facts,
  nowMs: number,
  revision: number,
): S3Object {
  const hash = createHash("md5").update(payload.body);
  if (facts.etag === "unique") hash.update(`write ${revision}`);
  const encoding = request.headers["content-encoding"]
    ?.split(/, */)
    .filter((each) => each !== "aws-chunked")
    .join(", ");
  return {
    body: payload.body,
    etag: `"${hash.digest("hex")}"`,
    writtenAtMs: nowMs,
    headers: {
      "content-type": "application/octet-stream",
      ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => kept.test(name))),
      ...(encoding ? { "content-encoding": encoding } : {}),
    },
    checksums: payload.checksums,
  };
}

/** The two headers that name and date a state of an object. */
export function validatorsOf({ etag, writtenAtMs }: S3Object): {
  readonly ETag: string;
  readonly "Last-Modified": string;
} {
  return { ETag: etag, "Last-Modified": new Date(writtenAtMs).toUTCString() };
}

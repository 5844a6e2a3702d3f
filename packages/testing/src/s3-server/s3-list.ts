/** One page of a list (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). */
import type { Answer } from "../object-server/protocol.ts";
import { errorAnswer } from "./s3-error.ts";
import type { S3Object } from "./s3-object.ts";
import type { S3Facts } from "./s3-profile.ts";
import type { S3Asked } from "./s3-request.ts";
import { type XmlContent, xmlDocument } from "./s3-xml.ts";

const nameSpace = "http://s3.amazonaws.com/doc/2006-03-01/";
const pageMax = 1_000;

/** A line of a list: an object, or all that have a beginning in common. */
interface Line {
  readonly name: string;
  /** `undefined`: a common beginning. */
  readonly object: S3Object | undefined;
}

/** @param objects that start with the prefix, in the order of their UTF-8 bytes */
export function listAnswer(
  { bucket, request }: S3Asked,
  objects: readonly (readonly [string, S3Object])[],
  facts: S3Facts,
): Answer {
  const { query, path } = request;
  const text = (name: string): string => query.get(name) ?? "";
  const token = query.get("continuation-token");
  const max = Math.min(query.has("max-keys") ? Number(text("max-keys")) : pageMax, pageMax);
  const after = token === null ? text("start-after") : Buffer.from(token, "base64").toString();
  const isToken = token === null || Buffer.from(after).toString("base64") === token;
  if (!Number.isSafeInteger(max) || max < 0 || !isToken)
    return errorAnswer({ code: "InvalidArgument" }, path);

  const lines = linesOf(objects, text("prefix"), text("delimiter")).filter(({ name }) =>
    isAfter(name, after),
  );
  const page = lines.slice(0, max);
  const last = page.at(-1);
  const isTruncated = last !== undefined && lines.length > page.length;
  const encoded = text("encoding-type") === "url" ? urlEncoded : (name: string) => name;
  const content: XmlContent = {
    Name: bucket,
    Prefix: encoded(text("prefix")),
    ...(query.has("delimiter") ? { Delimiter: encoded(text("delimiter")) } : {}),
    ...(query.has("start-after") ? { StartAfter: encoded(text("start-after")) } : {}),
    ...(query.has("encoding-type") ? { EncodingType: text("encoding-type") } : {}),
    ...(token === null ? {} : { ContinuationToken: token }),
    MaxKeys: max,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ...(isTruncated ? { NextContinuationToken: Buffer.from(last.name).toString("base64") } : {}),
    Contents: page.flatMap(({ name, object }) => (object ? [entryOf(encoded(name), object, facts)] : [])),
    CommonPrefixes: page.flatMap(({ name, object }) => (object ? [] : [{ Prefix: encoded(name) }])),
  };
  return {
    status: 200,
    headers: { "Content-Type": "application/xml" },
    body: xmlDocument("ListBucketResult", content, nameSpace),
  };
}

function linesOf(
  objects: readonly (readonly [string, S3Object])[],
  prefix: string,
  delimiter: string,
): Line[] {
  const lines: Line[] = [];
  for (const [name, object] of objects) {
    const at = delimiter === "" ? -1 : name.indexOf(delimiter, prefix.length);
    if (at < 0) lines.push({ name, object });
    else {
      const common = name.slice(0, at + delimiter.length);
      if (lines.at(-1)?.name !== common) lines.push({ name: common, object: undefined });
    }
  }
  return lines;
}

/** In the order of bytes, which is that of the list. */
function isAfter(name: string, after: string): boolean {
  return Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0;
}

function entryOf(key: string, { etag, body, writtenAtMs }: S3Object, { listedTimeMs }: S3Facts): XmlContent {
  const told = new Date(writtenAtMs - (writtenAtMs % listedTimeMs));
  return {
    Key: key,
    LastModified: told.toISOString(),
    ETag: etag,
    Size: body.byteLength,
    StorageClass: "STANDARD",
  };
}

/** As AWS does: slashes stay, and a space is a plus. */
function urlEncoded(name: string): string {
  return encodeURIComponent(name).replaceAll("%2F", "/").replaceAll("%20", "+");
}

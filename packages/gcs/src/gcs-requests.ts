/**
 * The four requests, as they go on the wire.
 *
 * Objects are read through the XML API and everything else goes through the JSON API. A read must bring body,
 * generation, user metadata and times in one answer, and only the XML API promises that: the JSON API's media answers
 * carry no user metadata and for years had no Last-Modified (https://github.com/googleapis/google-cloud-go/issues/2740,
 * https://github.com/googleapis/google-cloud-go/pull/11212). The XML API has no condition on "another generation"
 * (https://github.com/googleapis/google-cloud-go/issues/6462), so a read that finds nothing new carries the body too:
 * the price of a request is the same, and every answer dates the object.
 *
 * One limit: an object that others have written, publicly readable and without `no-store`, may come from a cache until
 * our first write of it (https://github.com/googleapis/google-cloud-go/issues/9763). Its version is then refused in a
 * condition, as it should be.
 */
import type { PutCondition, Version } from "@fencepost/core";

export interface GcsRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path and query, escaped. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer>;
}

export function readObject(bucket: string, name: string): GcsRequest {
  const path = name.split("/").map(escaped).join("/");
  return { method: "GET", target: `/${escaped(bucket)}/${path}`, headers: {} };
}

/**
 * Metadata and bytes in one request (a multipart upload), so that no state without its metadata can ever be seen.
 *
 * @throws TypeError if the version or the metadata cannot be one that this store gave out or gives back.
 */
export function insertObject(
  bucket: string,
  name: string,
  body: Uint8Array,
  condition: PutCondition,
  metadata: Readonly<Record<string, string>>,
  contentType: string = name.endsWith(".json") ? "application/json" : "application/octet-stream",
): GcsRequest {
  checkMetadata(metadata);
  const type = checkedType(contentType);
  // no-store: publicly readable objects are cached for an hour otherwise, and a reader would see an old state
  // (https://cloud.google.com/storage/docs/consistency#cache_control).
  const resource = JSON.stringify({ name, contentType: type, cacheControl: "no-store", metadata });
  const boundary = boundaryOutside(Buffer.concat([Buffer.from(resource), body]));
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${resource}\r\n`;
  const query = `uploadType=multipart&ifGenerationMatch=${generationOf(condition)}&fields=generation`;
  return {
    method: "POST",
    target: `/upload/storage/v1/b/${escaped(bucket)}/o?${query}`,
    headers: { "Content-Type": `multipart/related; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`${head}--${boundary}\r\nContent-Type: ${type}\r\n\r\n`),
      body,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** `ifGenerationMatch` is a condition; `generation` would only name which version to delete. */
export function deleteObject(bucket: string, name: string, version: Version): GcsRequest {
  const query = `ifGenerationMatch=${generationOf({ matches: version })}`;
  return {
    method: "DELETE",
    target: `/storage/v1/b/${escaped(bucket)}/o/${escaped(name)}?${query}`,
    headers: {},
  };
}

export function listObjects(bucket: string, prefix: string, pageToken: string | undefined): GcsRequest {
  const query = `prefix=${escaped(prefix)}&maxResults=1000&fields=items(name),nextPageToken`;
  const page = pageToken === undefined ? "" : `&pageToken=${escaped(pageToken)}`;
  return { method: "GET", target: `/storage/v1/b/${escaped(bucket)}/o?${query}${page}`, headers: {} };
}

/** `encodeURIComponent` and the rest of what Google asks for (https://cloud.google.com/storage/docs/request-endpoints). */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** 0 means "no live object" to the service, so a version must never read as 0. */
function generationOf(condition: PutCondition): string {
  if (condition === "absent") return "0";
  if (!/^[1-9]\d*$/.test(condition.matches)) {
    throw new TypeError(
      `version ${JSON.stringify(condition.matches)} is no generation of Google Cloud Storage; give one that this store has returned`,
    );
  }
  return condition.matches;
}

/** It stands in a line of its own, so it must not begin another. */
function checkedType(contentType: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(contentType)) return contentType;
  throw new TypeError(`content type ${JSON.stringify(contentType)} must be of visible ASCII characters`);
}

/** It comes back as HTTP headers, which know no upper case in names and trim their values. */
function checkMetadata(metadata: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (!/^[a-z0-9-]+$/.test(name) || !/^[!-~](?:[ -~]*[!-~])?$/.test(value)) {
      throw new TypeError(
        `metadata ${JSON.stringify(name)} must be named by a-z, 0-9, "-" and have a value of visible ASCII characters`,
      );
    }
  }
}

/** The same request has the same bytes each time it is sent, so the boundary is searched, not drawn. */
function boundaryOutside(content: Buffer): string {
  // A content of n bytes cannot hold n + 1 different boundaries.
  for (let n = 0; n <= content.byteLength; n += 1) {
    if (!content.includes(`fencepost-${n}-part`)) return `fencepost-${n}-part`;
  }
  throw new Error("unreachable: more boundaries than bytes");
}

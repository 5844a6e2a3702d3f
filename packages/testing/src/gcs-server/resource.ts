/** How an object looks: as a resource of the JSON API, and in the headers beside its bytes. */
import { crc32c, md5 } from "./checksums.ts";
import { type GcsObject, settable } from "./gcs-object.ts";
import type { Interface } from "./problem.ts";
import type { GcsFacts } from "./profile.ts";

/**
 * https://cloud.google.com/storage/docs/json_api/v1/objects#resource
 *
 * @param origin where its links lead: scheme, host and port as the client knows them
 */
export function resourceOf(object: GcsObject, facts: GcsFacts, origin: string): object {
  const { bucket, name, generation, body, metadata } = object;
  const path = `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
  const created = new Date(object.createdAtMs).toISOString();
  return {
    kind: "storage#object",
    id: `${bucket}/${name}/${generation}`,
    selfLink: `${origin}${path}`,
    mediaLink: `${origin}/download${path}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation,
    metageneration: String(object.metageneration),
    ...Object.fromEntries(settable.map((member) => [member, object[member]])),
    storageClass: "STANDARD",
    size: String(body.byteLength),
    md5Hash: md5(body).toString("base64"),
    crc32c: crc32c(body),
    etag: etagOf(object, facts),
    timeCreated: created,
    timeStorageClassUpdated: created,
    updated: new Date(object.updatedAtMs).toISOString(),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** What comes along with the bytes. */
export function mediaHeaders(
  object: GcsObject,
  facts: GcsFacts,
  way: Interface,
): Readonly<Record<string, string>> {
  const { body } = object;
  const optional = {
    "Cache-Control": object.cacheControl,
    "Content-Disposition": object.contentDisposition,
    "Content-Language": object.contentLanguage,
    "x-goog-metageneration":
      facts.metagenerationHeader === "sent" ? String(object.metageneration) : undefined,
  };
  const shown = way === "XML" || facts.metadataHeaders === "XML and JSON";
  const metadata = shown ? Object.entries(object.metadata) : [];
  return {
    "Content-Type": object.contentType ?? "application/octet-stream",
    ETag: etagHeader(object, facts, way),
    "Last-Modified": new Date(object.updatedAtMs).toUTCString(),
    "x-goog-generation": object.generation,
    // Without a space: Google's library for Node takes the names as they stand between the commas.
    "x-goog-hash": `crc32c=${crc32c(body)},md5=${md5(body).toString("base64")}`,
    "x-goog-stored-content-encoding": "identity",
    "x-goog-stored-content-length": String(body.byteLength),
    "x-goog-storage-class": "STANDARD",
    ...Object.fromEntries(metadata.map(([name, value]) => [`x-goog-meta-${name.toLowerCase()}`, value])),
    ...Object.fromEntries(Object.entries(optional).filter((pair) => pair[1] !== undefined)),
  };
}

/** https://cloud.google.com/storage/docs/metadata#etags */
function etagOf({ body, generation, metageneration }: GcsObject, { etag }: GcsFacts): string {
  if (etag === "md5") return md5(body).toString("base64");
  return Buffer.from(`${generation}/${metageneration}`).toString("base64");
}

/** Google's JSON API leaves it bare in its header, too. */
function etagHeader(object: GcsObject, facts: GcsFacts, way: Interface): string {
  if (facts.etag === "md5") return `"${etagOf(object, facts)}"`;
  return way === "JSON" ? etagOf(object, facts) : `"${md5(object.body).toString("hex")}"`;
}

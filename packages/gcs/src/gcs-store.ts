/**
 * Google Cloud Storage as a coordinator's store.
 *
 * What it does not promise: retries and time-outs are its caller's, and a refused or unknown write is settled by its
 * caller. A version is the generation, compared for equality only: Google promises that generations are unique, not
 * that they grow (https://cloud.google.com/storage/docs/metadata#generation-number).
 */
import {
  type GetResult,
  type PutResult,
  printable,
  type Store,
  type StoreCapabilities,
  UnsupportedStoreError,
  type Version,
} from "@fencepost/core";
import { timesOf, tokenSeedOf } from "@fencepost/core/http-times";
import { generationOf, metadataIn, pageIn, resourceGeneration } from "./gcs-answers.ts";
import { type GcsClient, gcsClient, type Reply } from "./gcs-client.ts";
import { type Finding, failureOf, findingOf, wordsOf } from "./gcs-errors.ts";
import { type CheckedLocation, checkedLocation, type GcsLocation, objectName } from "./gcs-location.ts";
import { checkOptions, type GcsStoreOptions } from "./gcs-options.ts";
import type { Operation } from "./gcs-quirk.ts";
import { deleteObject, type GcsRequest, insertObject, listObjects, readObject } from "./gcs-requests.ts";

/** Ten million keys, a thousand a page: beyond that something gives out pages for ever. */
const pagesMax = 10_000;

/**
 * A bucket of Google Cloud Storage, or of what speaks its API.
 *
 * `location` is a URL, `gs://bucket/prefix?endpoint=http://host:port`, or the same as an object. Reads go through the
 * XML API, which fake-gcs-server has only under its `-public-host`: start it with the host that is named here.
 *
 * @throws TypeError or RangeError if the location or an option is wrong; nothing is sent yet.
 */
export function gcsStore(location: string | GcsLocation, options: GcsStoreOptions = {}): Store {
  checkOptions(options);
  const checked = checkedLocation(location);
  const client = gcsClient(checked.endpoint, options);
  const named = (key: string): string => nameOf(client, checked, objectName(checked, key));

  return {
    // With its endpoint: what was proved of one says nothing of another with a bucket of that name.
    name: nameOf(client, checked, checked.prefix).replace(/\/(?=$| at )/, ""),
    capabilities: capabilitiesOf(client),

    async get(key, { signal, unlessVersion }): Promise<GetResult> {
      const reply = await client.send(readObject(checked.bucket, objectName(checked, key)), signal);
      const version = reply.kind === "answer" ? generationOf(reply.headers["x-goog-generation"]) : undefined;
      const holds = version === undefined ? "nothing" : version === unlessVersion ? "known" : "what-it-must";
      const finding = findingOf("get", reply, holds);
      if (reply.kind === "answer") {
        const { headers, body } = reply;
        if (finding.outcome === "unchanged") return { kind: "unchanged", times: timesOf(headers) };
        if (finding.outcome === "absent") return { kind: "absent", tokenSeed: tokenSeedOf(headers) };
        if (finding.outcome === "found" && version !== undefined) {
          const contentType = headers["content-type"];
          const metadata = metadataIn(headers);
          return { kind: "found", body, metadata, contentType, version, times: timesOf(headers) };
        }
      }
      if (reply.kind === "no-answer") signal?.throwIfAborted();
      throw failureOf(finding, `read ${named(key)}`, key);
    },

    async put(key, body, condition, { signal, metadata = {}, contentType }): Promise<PutResult> {
      const operation = condition === "absent" ? "create" : "replace";
      const name = objectName(checked, key);
      const request = insertObject(checked.bucket, name, body, condition, metadata, contentType);
      return write(operation, key, request, signal, resourceGeneration);
    },

    async delete(key, version, { signal }): Promise<PutResult> {
      const request = deleteObject(checked.bucket, objectName(checked, key), version);
      return write("delete", key, request, signal, () => version);
    },

    async *list(prefix, { signal }) {
      yield* keysUnder(client, checked, prefix, signal);
    },
  };

  async function write(
    operation: Operation,
    key: string,
    request: GcsRequest,
    signal: AbortSignal | undefined,
    versionIn: (reply: Reply) => Version | undefined,
  ): Promise<PutResult> {
    const reply = await client.send(request, signal);
    const version = versionIn(reply);
    const finding = findingOf(operation, reply, version === undefined ? "nothing" : "what-it-must");
    const { outcome, cause } = finding;
    if (outcome === "written" && version !== undefined) return { kind: "written", version };
    if (outcome === "refused") return { kind: "refused" };
    if (outcome === "undecided") return { kind: "undecided", detail: wordsOf(finding) };
    if (outcome === "unknown") return { kind: "unknown", cause: cause ?? new Error(wordsOf(finding)) };
    throw failureOf(finding, `${operation} ${named(key)}`, key);
  }
}

/** For messages; an endpoint that is not Google's is half of what a person needs to know. */
function nameOf(client: GcsClient, location: CheckedLocation, name: string): string {
  return printable(`gs://${location.bucket}/${name}${client.isGoogle ? "" : ` at ${client.endpoint}`}`);
}

function capabilitiesOf(client: GcsClient): StoreCapabilities {
  return {
    // Emulators of it ignore some conditions; Google itself documents them all.
    trusted: client.isGoogle,
    uniqueVersions: true,
    clock: true,
    // https://cloud.google.com/storage/quotas#objects: one write a second to one name.
    minWriteIntervalMs: 1000,
    // fake-gcs-server deletes whatever the condition says, and others have not been tried.
    conditionalDelete: client.isGoogle,
  };
}

async function* keysUnder(
  client: GcsClient,
  location: CheckedLocation,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncIterable<string> {
  const under = nameOf(client, location, location.prefix + prefix);
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const request = listObjects(location.bucket, location.prefix + prefix, pageToken);
    const reply = await client.send(request, signal);
    const listed = pageIn(reply);
    const finding: Finding = findingOf("list", reply, listed ? "what-it-must" : "nothing");
    if (finding.outcome !== "listed" || !listed) {
      if (reply.kind === "no-answer") signal?.throwIfAborted();
      throw failureOf(finding, `list ${under}`);
    }
    for (const name of listed.names) {
      signal?.throwIfAborted();
      yield name.slice(location.prefix.length);
    }
    if (listed.nextPageToken === undefined) return;
    pageToken = listed.nextPageToken;
  }
  throw new UnsupportedStoreError(
    `could not list ${under}: still not at the end after ${pagesMax} pages; use a narrower prefix, or another endpoint`,
    {},
  );
}

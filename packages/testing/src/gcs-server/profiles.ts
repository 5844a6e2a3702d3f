/** Google itself, and what is used in its place. */
import { comparedWith, documented } from "../object-server/known.ts";
import type { GcsProfile } from "./profile.ts";

const docs = "https://cloud.google.com/storage/docs";
const preconditions = `${docs}/request-preconditions`;
/** Answers of the service to curl, headers and all. */
const mediaAnswer = "https://github.com/floci-io/floci-gcp/issues/124";

/** Google Cloud Storage, as it is documented: nothing here has been compared with the service itself. */
const gcs: GcsProfile = {
  name: "gcs",
  title: "Google Cloud Storage",
  facts: {
    // The table of that page makes no difference between reads and writes, and neither does Google's own test bench
    // (https://github.com/googleapis/storage-testbench/blob/main/testbench/generation.py).
    unchangedUpload: documented(304, preconditions),
    unlessOnNothing: documented("refused", `${docs}/json_api/v1/objects/insert#parameters`),
    uploadMetageneration: documented("honoured", `${docs}/json_api/v1/objects/insert#parameters`),
    readConditions: documented("honoured", `${docs}/json_api/v1/objects/get#parameters`),
    deleteConditions: documented("honoured", `${docs}/json_api/v1/objects/delete#parameters`),
    patchConditions: documented("honoured", `${docs}/json_api/v1/objects/patch#parameters`),
    deleted: documented(204, `${docs}/json_api/v1/objects/delete#response`),
    metageneration: documented("grows", `${docs}/metadata#generation-number`),
    updatedByPatch: documented("moves", `${docs}/json_api/v1/objects#resource`),
    nullInMetadata: documented("remove", `${docs}/json_api/v1/objects/patch`),
    changeEveryMs: documented(1_000, `${docs}/gcs429`),
    missingMedia: documented("no such object", "https://github.com/ThouCheese/cloud-storage-rs/issues/56"),
    missing: documented("what is missing", "https://github.com/googleapis/nodejs-storage/issues/1183"),
    metadataHeaders: documented("XML", "https://github.com/googleapis/google-cloud-go/issues/2740"),
    metagenerationHeader: documented("sent", mediaAnswer),
    partialAnswers: documented("honoured", `${docs}/json_api#partial-response`),
    etag: documented("generation and metageneration", mediaAnswer),
  },
  prices: {
    provider: "Google Cloud Storage Standard, in one region, flat namespace",
    currency: "USD",
    perThousand: { A: 0.005, B: 0.0004, free: 0 },
    source: "https://cloud.google.com/storage/pricing, as copied on 2026-09-20",
  },
};

const compared = comparedWith("fake-gcs-server 1.56.1");

/** fake-gcs-server 1.56.1 with its backend in memory: each row is compared with it by this repository's tests. */
const fakeGcs: GcsProfile = {
  name: "fake-gcs",
  title: "fake-gcs-server 1.56.1, its backend in memory",
  facts: {
    unchangedUpload: compared(412),
    unlessOnNothing: compared("written"),
    uploadMetageneration: compared("ignored"),
    readConditions: compared("ignored"),
    deleteConditions: compared("ignored"),
    patchConditions: compared("ignored"),
    deleted: compared(200),
    metageneration: compared("is always 1"),
    updatedByPatch: compared("stays"),
    nullInMetadata: compared("empty"),
    changeEveryMs: compared(0),
    missingMedia: compared("not found"),
    missing: compared("not found"),
    metadataHeaders: compared("XML and JSON"),
    metagenerationHeader: compared("not sent"),
    partialAnswers: compared("ignored"),
    etag: compared("md5"),
  },
};

/** The providers that there is a profile of. */
export type GcsProvider = "gcs" | "fake-gcs";

/** What is known of each provider, row by row. */
export const gcsProfiles: Readonly<Record<GcsProvider, GcsProfile>> = { gcs, "fake-gcs": fakeGcs };

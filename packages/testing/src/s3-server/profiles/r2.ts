import { documented } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";

const docs = "https://developers.cloudflare.com/r2";
const conditions = `${docs}/api/s3/conditional-operations/`;
const api = `${docs}/api/s3/api/`;
const errors = `${docs}/api/error-codes/`;
const rfc9110 = "https://www.rfc-editor.org/rfc/rfc9110";

/** Cloudflare R2 through its S3 API. */
export const r2: S3Profile = {
  name: "r2",
  title: "Cloudflare R2",
  facts: {
    writeConditions: documented("honoured", conditions),
    replaceOfNothing: documented(412, conditions),
    etagInConditions: documented("with-or-without-quotes", conditions),
    replaceOfAnything: documented("written", conditions),
    createOvertaken: documented(412, conditions),
    replaceOvertaken: documented(412, conditions),
    // Not among the operations that take conditions.
    conditionalDelete: documented("ignored", conditions),
    conditionalDeleteOfNothing: documented(204, conditions),
    deleteOfAnything: documented(204, conditions),
    notModifiedHeaders: documented(["ETag", "Last-Modified"], `${rfc9110}#section-15.4.5`),
    readUnlessAnything: documented(304, `${rfc9110}#section-13.1.2`),
    readUnlessModified: documented(304, `${rfc9110}#section-13.1.3`),
    etag: documented("hash-of-bytes", api),
    listedTimeMs: documented(1, api),
    writeIntervalMs: documented(1_000, `${docs}/platform/limits/`),
    keysAreFiles: documented(false, api),
    unknownAccessKey: documented("InvalidAccessKeyId", errors),
    otherRegion: documented("refused", api),
    wrongCrc32: documented("BadDigest", errors),
    uploadInPieces: documented("taken", api),
  },
  prices: {
    provider: "Cloudflare R2 Standard",
    currency: "USD",
    perThousand: { A: 0.0045, B: 0.00036, free: 0 },
    source: `${docs}/pricing/, read in 2026`,
  },
};

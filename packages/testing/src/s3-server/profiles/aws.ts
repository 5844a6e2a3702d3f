import { documented } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";

const docs = "https://docs.aws.amazon.com/AmazonS3/latest";
const writes = `${docs}/userguide/conditional-writes.html`;
const deletes = `${docs}/userguide/conditional-deletes.html`;
const get = `${docs}/API/API_GetObject.html`;
const put = `${docs}/API/API_PutObject.html`;
const errors = `${docs}/API/ErrorResponses.html`;

/** Amazon S3, general purpose buckets. No row is compared: there is no AWS where the tests run. */
export const aws: S3Profile = {
  name: "aws",
  title: "Amazon S3",
  facts: {
    writeConditions: documented("honoured", writes),
    replaceOfNothing: documented(404, writes),
    etagInConditions: documented("with-or-without-quotes", "https://github.com/getmoto/moto"),
    // PutObject takes an ETag there and nothing else; emulators that follow AWS answer 501.
    replaceOfAnything: documented("not-implemented", "https://github.com/versity/versitygw/pull/1727"),
    createOvertaken: documented(409, put),
    replaceOvertaken: documented(409, put),
    conditionalDelete: documented("honoured", deletes),
    conditionalDeleteOfNothing: documented(404, "https://github.com/orgs/rustfs/discussions/2602"),
    deleteOfAnything: documented(204, deletes),
    notModifiedHeaders: documented(
      ["ETag", "Last-Modified"],
      "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5",
    ),
    readUnlessAnything: documented(304, "https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2"),
    readUnlessModified: documented(304, get),
    etag: documented("hash-of-bytes", `${docs}/API/API_Object.html`),
    listedTimeMs: documented(1_000, "https://docs.ceph.com/en/latest/releases/tentacle/"),
    writeIntervalMs: documented(0, `${docs}/userguide/optimizing-performance.html`),
    keysAreFiles: documented(false, `${docs}/userguide/object-keys.html`),
    unknownAccessKey: documented("InvalidAccessKeyId", errors),
    otherRegion: documented("refused", errors),
    wrongCrc32: documented("BadDigest", errors),
    uploadInPieces: documented("InvalidChunkSizeError", `${docs}/API/sigv4-streaming.html`),
  },
  prices: {
    provider: "Amazon S3 Standard, us-east-1",
    currency: "USD",
    perThousand: { A: 0.005, B: 0.0004, free: 0 },
    source: "https://aws.amazon.com/s3/pricing/, as copied in 2026",
  },
};

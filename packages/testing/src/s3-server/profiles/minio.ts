import { comparedWith } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";

const compared = comparedWith("MinIO, source of 2026-02-12 (7aac2a2c5b7c)");

/** MinIO, as it was when the project was archived. */
export const minio: S3Profile = {
  name: "minio",
  title: "MinIO",
  facts: {
    writeConditions: compared("honoured"),
    replaceOfNothing: compared(404),
    etagInConditions: compared("with-or-without-quotes"),
    replaceOfAnything: compared("written"),
    createOvertaken: compared(412),
    replaceOvertaken: compared(412),
    conditionalDelete: compared("ignored"),
    conditionalDeleteOfNothing: compared(204),
    deleteOfAnything: compared(204),
    notModifiedHeaders: compared(["ETag", "Last-Modified"]),
    readUnlessAnything: compared(304),
    readUnlessModified: compared(304),
    etag: compared("hash-of-bytes"),
    listedTimeMs: compared(1),
    writeIntervalMs: compared(0),
    keysAreFiles: compared(false),
    unknownAccessKey: compared("InvalidAccessKeyId"),
    otherRegion: compared("refused"),
    wrongCrc32: compared("XAmzContentChecksumMismatch"),
    uploadInPieces: compared("taken"),
  },
};

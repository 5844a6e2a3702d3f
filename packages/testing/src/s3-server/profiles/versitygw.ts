import { comparedWith } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";

const compared = comparedWith("versitygw 1.8.0 over a folder");

/** Versity's gateway over a file system. */
export const versitygw: S3Profile = {
  name: "versitygw",
  title: "versitygw",
  facts: {
    writeConditions: compared("honoured"),
    replaceOfNothing: compared(404),
    etagInConditions: compared("with-or-without-quotes"),
    replaceOfAnything: compared("refused"),
    createOvertaken: compared(412),
    replaceOvertaken: compared(412),
    conditionalDelete: compared("honoured"),
    conditionalDeleteOfNothing: compared(204),
    deleteOfAnything: compared(412),
    notModifiedHeaders: compared([]),
    readUnlessAnything: compared(304),
    // It compares the file's own time, to the nanosecond.
    readUnlessModified: compared(200),
    etag: compared("hash-of-bytes"),
    listedTimeMs: compared(1_000),
    writeIntervalMs: compared(0),
    keysAreFiles: compared(true),
    unknownAccessKey: compared("XAdminUserNotFound"),
    otherRegion: compared("refused"),
    wrongCrc32: compared("BadDigest"),
    uploadInPieces: compared("InvalidChunkSizeError"),
  },
};

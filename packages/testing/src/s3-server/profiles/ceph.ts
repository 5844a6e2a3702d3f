import { comparedWith } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";

const compared = comparedWith("Ceph RADOS gateway 16.2.15");

/** Ceph's gateway, as Debian 12 ships it. */
export const ceph: S3Profile = {
  name: "ceph",
  title: "Ceph's gateway",
  facts: {
    writeConditions: compared("honoured"),
    replaceOfNothing: compared(412),
    // block/buzz#3002
    etagInConditions: compared("without-quotes"),
    replaceOfAnything: compared("written"),
    createOvertaken: compared(412),
    replaceOvertaken: compared(500),
    conditionalDelete: compared("ignored"),
    conditionalDeleteOfNothing: compared(204),
    deleteOfAnything: compared(204),
    notModifiedHeaders: compared([]),
    readUnlessAnything: compared(200),
    readUnlessModified: compared(304),
    etag: compared("hash-of-bytes"),
    listedTimeMs: compared(1),
    writeIntervalMs: compared(0),
    keysAreFiles: compared(false),
    unknownAccessKey: compared("InvalidAccessKeyId"),
    otherRegion: compared("taken"),
    wrongCrc32: compared("taken"),
    uploadInPieces: compared("MissingContentLength"),
  },
};

/**
 * In what stores that speak S3 differ, as data: one profile a provider, one row a fact, each with where it is from. What
 * they all do alike stands in the server itself.
 */
import type { Profile } from "../object-server/profile.ts";

/** The facts. Everything that a profile can say, and nothing that it says twice. */
export interface S3Facts {
  /** What becomes of conditions on writes: decided in the write; passed over in silence; or refused as unknown. */
  readonly writeConditions: "honoured" | "ignored" | "not-implemented";
  /** The status of an `If-Match` where there is nothing: 404 `NoSuchKey` or 412. */
  readonly replaceOfNothing: 404 | 412;
  /** Whether `If-Match` takes an ETag with its quotes, as it was given out, or only without them. */
  readonly etagInConditions: "with-or-without-quotes" | "without-quotes";
  /** `If-Match: *` on a write of what is there. */
  readonly replaceOfAnything: "written" | "refused" | "not-implemented";
  /** A create that is decided after another write of the key, which came while it was under way. */
  readonly createOvertaken: 409 | 412;
  /** The same for a replace. */
  readonly replaceOvertaken: 409 | 412 | 500;
  /** `If-Match` on DELETE. */
  readonly conditionalDelete: "honoured" | "ignored";
  /** A DELETE with an ETag where there is nothing. */
  readonly conditionalDeleteOfNothing: 204 | 404;
  /** `If-Match: *` on a DELETE of what is there. */
  readonly deleteOfAnything: 204 | 412;
  /** Which headers of the object a 304 carries beside `Date`. */
  readonly notModifiedHeaders: readonly ("ETag" | "Last-Modified")[];
  /** `If-None-Match: *` on a read of what is there. */
  readonly readUnlessAnything: 200 | 304;
  /** `If-Modified-Since` with the object's own `Last-Modified`, which knows whole seconds only. */
  readonly readUnlessModified: 200 | 304;
  /** Whether equal bytes have one ETag, or each write one of its own. */
  readonly etag: "hash-of-bytes" | "unique";
  /** In which step a list tells when an object was written; headers tell whole seconds everywhere. */
  readonly listedTimeMs: 1 | 1_000;
  /** Least time between two writes of one key; an earlier one is answered 429, whatever its condition. */
  readonly writeIntervalMs: number;
  /** Keys are files: none can be a folder of another one. */
  readonly keysAreFiles: boolean;
  /** The code for an access key that nobody has. */
  readonly unknownAccessKey: "InvalidAccessKeyId" | "Unauthorized" | "XAdminUserNotFound";
  /** A signature that names another region than the server's. */
  readonly otherRegion: "refused" | "taken";
  /** The code for a CRC32 that does not fit; or that nobody looks. */
  readonly wrongCrc32: "BadDigest" | "XAmzContentChecksumMismatch" | "taken";
  /**
   * Uploads of streams, whose length is told only beside each piece: taken; taken if every piece but the last has 8 KiB;
   * or refused, as they have no Content-Length.
   */
  readonly uploadInPieces: "taken" | "InvalidChunkSizeError" | "MissingContentLength";
}

/** Everything that is known of one provider. */
export type S3Profile = Profile<S3Facts>;

/** How one provider behaves, as data: the protocol looks nothing up anywhere else. */
import type { Profile } from "../object-server/profile.ts";

/** In what services that speak Google's API differ. What they all do alike stands in the protocol itself. */
export interface GcsFacts {
  /** The status of an upload whose condition for another version meets that version. */
  readonly unchangedUpload: 304 | 412;
  /** An upload onto nothing, unless a generation other than 0 stands there. */
  readonly unlessOnNothing: "refused" | "written";
  /** Conditions on the metageneration, on an upload. */
  readonly uploadMetageneration: "honoured" | "ignored";
  /** Every condition on a read, of the object or of its metadata. */
  readonly readConditions: "honoured" | "ignored";
  readonly deleteConditions: "honoured" | "ignored";
  readonly patchConditions: "honoured" | "ignored";
  readonly deleted: 200 | 204;
  /** What a patch does to the number. */
  readonly metageneration: "grows" | "is always 1";
  /** Whether a patch moves the time that `updated` and Last-Modified tell. */
  readonly updatedByPatch: "moves" | "stays";
  /** What `null` does to one name of the metadata, in a patch. */
  readonly nullInMetadata: "remove" | "empty";
  /** The least time between two changes of one object, in milliseconds; sooner is answered 429. */
  readonly changeEveryMs: number;
  /** What is said of a missing object when its bytes are asked for. */
  readonly missingMedia: "no such object" | "not found";
  /** What is said of a missing bucket or object otherwise. */
  readonly missing: "what is missing" | "not found";
  /** Which answers with an object's bytes carry its metadata. */
  readonly metadataHeaders: "XML" | "XML and JSON";
  readonly metagenerationHeader: "sent" | "not sent";
  /** What `fields` does. */
  readonly partialAnswers: "honoured" | "ignored";
  /** What an ETag of the JSON API is made of: it changes with a patch, or only with the bytes. */
  readonly etag: "generation and metageneration" | "md5";
}

/** Everything that is known of one provider. */
export type GcsProfile = Profile<GcsFacts>;

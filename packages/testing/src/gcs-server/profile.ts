/** How one provider behaves, as data: the protocol looks nothing up anywhere else. */

import type { Known } from "../object-server/known.ts";

/** Every behaviour in which services that speak Google's API are known to differ. */
export interface GcsBehaviour {
  /** The status of an upload whose condition for a version is not met, or that finds nothing. */
  readonly unmetUpload: 412;
  /** The status of an upload whose condition for another version meets that version. */
  readonly unchangedUpload: 304 | 412;
  /** Conditions on the metageneration, on an upload. */
  readonly uploadMetageneration: "honoured" | "ignored";
  /** Every condition on a read, of the object or of its metadata. */
  readonly readConditions: "honoured" | "ignored";
  readonly deleteConditions: "honoured" | "ignored";
  readonly patchConditions: "honoured" | "ignored";
  /** A request that names a generation which is not the live one. */
  readonly otherGeneration: 404;
  /** A delete or a patch of nothing, whatever its conditions. */
  readonly changeOfNothing: 404;
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
  readonly lastModifiedHeader: "sent";
  /** What `fields` does. */
  readonly partialAnswers: "honoured" | "ignored";
  /** What an ETag of the JSON API is made of: it changes with a patch, or only with the bytes. */
  readonly etag: "generation and metageneration" | "md5";
}

/** A provider: each behaviour with where it is known from. */
export interface GcsProfile {
  readonly name: string;
  readonly behaviour: { readonly [K in keyof GcsBehaviour]: Known<GcsBehaviour[K]> };
}

/** The behaviours alone. */
export function behaviourOf({ behaviour }: GcsProfile): GcsBehaviour {
  const values = Object.entries(behaviour).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as unknown as GcsBehaviour;
}

/** What a request asks for, in the service's own terms. */
import type { Conditions } from "./conditions.ts";
import type { Mask } from "./fields.ts";
import type { Patch, Settings } from "./gcs-object.ts";
import type { Interface, Problem } from "./problem.ts";

/** What every request says, whatever it asks for. */
export interface Said {
  readonly way: Interface;
  readonly bucket: string;
  /** The object's name, unescaped; empty for a request about a bucket. */
  readonly key: string;
  readonly isRead: boolean;
  /** Whether somebody says who is asking. */
  readonly isAnonymous: boolean;
  readonly conditions: Conditions;
  /** The one generation that is meant; `undefined`: the live one. */
  readonly generation: string | undefined;
  /** Scheme, host and port as the client knows them. */
  readonly origin: string;
  /** What is wanted of the answer. */
  readonly fields: Mask;
}

/** What `objects.list` may be asked. */
export interface ListQuery {
  readonly prefix: string;
  readonly delimiter: string | undefined;
  /** Names up to this one were on the pages before. */
  readonly after: string | undefined;
  readonly maxResults: number;
}

/** The names are those of the JSON API; `uploads.*` are steps of a resumable upload, which ends in `objects.insert`. */
export type GcsAsked = Said &
  (
    | { readonly operation: "objects.get"; readonly as: "bytes" | "resource" }
    | { readonly operation: "objects.insert"; readonly settings: Settings; readonly body: Uint8Array }
    | { readonly operation: "objects.patch"; readonly patch: Patch }
    | { readonly operation: "objects.delete" }
    | { readonly operation: "objects.list"; readonly list: ListQuery }
    | { readonly operation: "buckets.get" }
    | { readonly operation: "buckets.insert" }
    | { readonly operation: "uploads.start"; readonly uploadId: string }
    | { readonly operation: "uploads.status" }
    | { readonly operation: ""; readonly problem: Problem }
  );

/** What one operation is asked. */
export type AskedFor<O extends GcsAsked["operation"]> = Extract<GcsAsked, { readonly operation: O }>;

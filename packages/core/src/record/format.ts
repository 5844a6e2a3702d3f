/**
 * What all records share on the wire: one JSON object with `format` and `kind`, decoded strictly (`members.ts`). A record that cannot be read is never "free" and never "expired".
 */
import { BadRecordError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import type { Version } from "../store/store.ts";
import { type Field, formatVersion, isObject, membersOf, recentIdsMost } from "./members.ts";

/** What settling and ordering need of any record. */
export interface StoredRecord {
  /** The last write ids, newest first. */
  readonly recent: readonly string[];
  readonly token: number;
  /** Writes since the grant. With the token it orders the states of a record. */
  readonly renewals: number;
}

/** A record that is held for a term, renewed and ended: a lease, a claim. */
export interface HeldRecord extends StoredRecord {
  /** One state while it is held, and others in which it ends. */
  readonly state: string;
  readonly holder: string;
  readonly token: FencingToken;
}

/** An object's bytes, and what is stored beside them. */
export interface Content {
  readonly body: Uint8Array;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

/** How one kind of record is written and read. */
export interface RecordFormat<R extends StoredRecord> {
  encode(record: R): Content;
  /** @throws BadRecordError */
  decode(stored: Content & { readonly version: Version }, key: string): R;
  /** The ids stand in the body, so that the same ids are the same bytes. Beside the body they may be kept by who changes it. */
  readonly isWhole?: true;
  /**
   * Whether `next`, in place of `base`, may land and be gone again with no trace among the ids that follow: where objects
   * are deleted, or equal bytes are one version. @default never
   */
  canHide?(next: R | undefined, base: R | undefined, uniqueVersions: boolean): boolean;
}

const recordBytesMost = 64 * 1024;
const longestCount = String(Number.MAX_SAFE_INTEGER).length;

/** A format for objects with exactly these members beside `format` and `kind`. */
export function recordFormat<R extends StoredRecord>(
  kind: string,
  fields: Readonly<Record<keyof R & string, Field>>,
): RecordFormat<R> {
  return {
    isWhole: true,
    encode(record) {
      const body = new TextEncoder().encode(
        `${JSON.stringify({ format: formatVersion, kind, ...record })}\n`,
      );
      const bytes = body.byteLength + growthOf(record);
      if (bytes > recordBytesMost) {
        throw new RangeError(
          `the ${kind} record takes ${bytes} bytes; at most ${recordBytesMost} are allowed: shorten its note or value`,
        );
      }
      return { body };
    },
    decode({ body }, key) {
      const problem = (what: string): BadRecordError =>
        new BadRecordError(
          `the ${kind} record of "${printable(key)}" cannot be read: ${what}. Nothing was overwritten; look at the object, and use a newer Fencepost or move the object away`,
          { key },
        );
      return membersOf<R>(parse(body, problem), kind, fields, problem);
    },
  };
}

/** What renewals will add, so that a grant that fits can be renewed: write ids, each in quotes and with a comma, and digits. */
function growthOf({ recent, renewals }: StoredRecord): number {
  return (recentIdsMost - recent.length) * 35 + longestCount - String(renewals).length;
}

function parse(body: Uint8Array, problem: (what: string) => BadRecordError): Record<string, unknown> {
  if (body.byteLength > recordBytesMost) {
    throw problem(`it has ${body.byteLength} bytes, and at most ${recordBytesMost} are allowed`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw problem("it is not JSON in UTF-8");
  }
  if (!isObject(parsed)) throw problem("it is not a JSON object");
  return parsed;
}

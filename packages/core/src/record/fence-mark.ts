/**
 * The mark of a fenced document: which lease guards it, the token that was last let in, and the ids of the last writes
 * (protocol, section 6). One JSON text wherever it stands; `docs/wire-format.md` describes every byte.
 */
import { BadRecordError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import {
  type Field,
  formatVersion,
  isObject,
  membersOf,
  recentField,
  textField,
  tokenField,
} from "./members.ts";

export interface FenceMark {
  /** Tokens of different keys are not comparable. */
  readonly lease: string;
  readonly token: FencingToken;
  /** `empty`: claimed and never written; `deleted`: a tombstone. Neither has a value. */
  readonly state: "value" | "empty" | "deleted";
  readonly recent: readonly string[];
}

const kind = "fence";
/** An object that was written by others is called by its version, after a tilde. */
export const idForm: RegExp = /^(?:[0-9a-f]{32}|~[!-~]+)$/;

const fields: Readonly<Record<keyof FenceMark, Field>> = {
  lease: textField,
  token: tokenField,
  state: {
    rule: '"value", "empty" or "deleted"',
    holds: (value) => value === "value" || value === "empty" || value === "deleted",
  },
  recent: recentField("write ids", idForm),
};

/** In ASCII, so that metadata can carry it. */
export function markText({ lease, token, state, recent }: FenceMark): string {
  const text = JSON.stringify({ format: formatVersion, kind, lease, token, state, recent });
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** As {@link markIn}, of a text that should be JSON. */
export function markInText(text: string, key: string): FenceMark {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // `markIn` says what is wrong.
  }
  return markIn(value, key);
}

/** @throws BadRecordError: a mark that cannot be read is never taken for none. */
export function markIn(value: unknown, key: string): FenceMark {
  const problem = (what: string): BadRecordError =>
    new BadRecordError(
      `the fence mark of "${printable(key)}" cannot be read: ${what}. Nothing was overwritten; look at the object, and use a newer Fencepost or move the object away`,
      { key },
    );
  if (!isObject(value)) throw problem("it is not a JSON object");
  return membersOf<FenceMark>(value, kind, fields, problem);
}

/** What the port says of an error of SQLite or of the file system: a read throws, a write answers where it can. */
import {
  BadRecordError,
  MisconfiguredError,
  type PutResult,
  printable,
  UnavailableError,
} from "@fencepost/core";
import { codeOf, type Quirk, quirkOf } from "./sqlite-quirks.ts";

/** What was being done, for the message. */
export interface Tried {
  readonly verb: "read" | "write" | "delete" | "list";
  /** For a list, the prefix. */
  readonly key: string;
  readonly path: string;
}

/** What a read throws; an error that neither SQLite nor the file system raised comes back as it is. */
export function readError(error: unknown, tried: Tried): unknown {
  const quirk = quirkOf(error);
  if (!quirk) return error;
  const details = { key: tried.key, cause: error };
  const message = messageOf(error, quirk, tried);
  if (isMisconfigured(quirk)) {
    return new MisconfiguredError(message, { ...details, denied: quirk.kind === "denied" });
  }
  if (quirk.kind === "bad-record") return new BadRecordError(message, details);
  // Of a read, core says itself what was read from where.
  return new UnavailableError(tried.verb === "read" ? answerOf(error, quirk) : message, details);
}

/**
 * What a write answers.
 *
 * A full or a locked database is `undecided`: nothing was written, and the same request may be sent again.
 *
 * @throws MisconfiguredError, BadRecordError: nothing was written, and no repeat can help; any error that neither
 *   SQLite nor the file system raised.
 */
export function writeResult(error: unknown, tried: Tried): PutResult {
  const quirk = quirkOf(error);
  if (!quirk || isMisconfigured(quirk) || quirk.kind === "bad-record") throw readError(error, tried);
  if (quirk.mayHaveLanded) return { kind: "unknown", cause: readError(error, tried) };
  return { kind: "undecided", detail: messageOf(error, quirk, tried) };
}

function isMisconfigured({ kind }: Quirk): boolean {
  return kind === "misconfigured" || kind === "denied";
}

function messageOf(error: unknown, quirk: Quirk, { verb, key, path }: Tried): string {
  const object = JSON.stringify(printable(key));
  return `could not ${verb} ${object} in ${printable(path)}: ${answerOf(error, quirk)}`;
}

/** What is wrong, what to do, and what was answered. */
function answerOf(error: unknown, { says }: Quirk): string {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : "";
  // Node puts the code into the text, better-sqlite3 does not.
  const answer = text.startsWith(`${code}:`) ? text : `${code}: ${text}`;
  return `${says} (${printable(answer)})`;
}

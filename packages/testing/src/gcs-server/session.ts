/**
 * Resumable uploads in two steps, as Google's library for Node does with `save()`: a POST that names the object, and a
 * PUT with all of its bytes (https://cloud.google.com/storage/docs/performing-resumable-uploads).
 *
 * All that has to be remembered between the two is in the id of the session, so that nothing has to be kept.
 */
import { type Conditions, conditionsIn } from "./conditions.ts";
import type { Settings } from "./gcs-object.ts";

export interface Session {
  readonly name: string;
  readonly settings: Settings;
  readonly conditions: Conditions;
}

export function idOf(session: Session): string {
  return Buffer.from(JSON.stringify(session)).toString("base64url");
}

/** @throws SyntaxError or RangeError if this server has not made that id. */
export function sessionOf(id: string): Session {
  const { name, settings, conditions } = JSON.parse(Buffer.from(id, "base64url").toString("utf8"));
  if (typeof name !== "string" || typeof settings?.metadata !== "object") {
    throw new SyntaxError("upload_id is none of this server's");
  }
  return { name, settings, conditions: conditionsIn(new URLSearchParams(conditions)) };
}

/**
 * What a PUT to a session brings: all of the bytes, a question how far it has got, or a part, which is not supported.
 *
 * The whole comes as `bytes 0-*` of any total, or as `bytes 0-N` of N + 1; `bytes 0-N` of `*` says that more will follow.
 */
export function stepOf(contentRange: string | undefined, length: number): "whole" | "question" | "part" {
  if (contentRange === undefined) return "whole";
  if (/^bytes \*\//.test(contentRange)) return "question";
  const [, from, to, total] = /^bytes (\d+)-(\*|\d+)\/(\*|\d+)$/.exec(contentRange) ?? [];
  const isOpen = to === "*" && total === "*";
  const isEnded = (to === "*" || to === String(length - 1)) && total === String(length);
  return from === "0" && (isOpen || isEnded) ? "whole" : "part";
}

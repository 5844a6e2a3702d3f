/**
 * A fence mark in an object's bytes: the first member of a JSON object, which stays one for every other tool, or a header
 * line before anything else. The content comes back to the byte.
 */
import { type FenceMark, markIn, markInText, markText } from "./fence-mark.ts";
import { isObject } from "./members.ts";

/** The member that is reserved in a JSON object. */
const markMember = "_fencepost";
const memberStart = `{"${markMember}":`;
const headerStart = "#fencepost ";

export interface MarkedBody {
  readonly mark: FenceMark;
  readonly content: Uint8Array;
}

/** Whether bytes begin as a mark does, sound or not: a user's own bytes must not. */
export function bearsMark(body: Uint8Array): boolean {
  return startsWith(body, headerStart) || Object.hasOwn(objectIn(body)?.value ?? {}, markMember);
}

/** @param emptyAsMember how bytes are marked that are none yet */
export function markedBody(mark: FenceMark, content: Uint8Array, emptyAsMember: boolean): Uint8Array {
  const encoder = new TextEncoder();
  if (content.length === 0 && emptyAsMember) return encoder.encode(`${memberStart}${markText(mark)}}\n`);
  const json = objectIn(content);
  if (!json) return joined(encoder.encode(`${headerStart}${markText(mark)}\n`), content);
  const rest = json.text.slice(json.text.indexOf("{") + 1);
  const comma = Object.keys(json.value).length > 0 ? "," : "";
  return encoder.encode(`${memberStart}${markText(mark)}${comma}${rest}`);
}

/** `undefined`: the bytes bear no mark. @throws BadRecordError for a mark that cannot be read. */
export function unmarkedBody(body: Uint8Array, key: string): MarkedBody | undefined {
  if (startsWith(body, headerStart)) return belowHeader(body, key);
  const json = objectIn(body);
  if (!json || !Object.hasOwn(json.value, markMember)) return undefined;
  const { [markMember]: member, ...others } = json.value;
  const mark = markIn(member, key);
  const ours = `${memberStart}${markText(mark)}`;
  const isOurs = json.text.startsWith(ours);
  // As we wrote it the content is what follows. A tool that wrote the object anew has chosen its own bytes.
  const text = isOurs ? `{${json.text.slice(ours.length).replace(/^,/, "")}` : JSON.stringify(others);
  return { mark, content: new TextEncoder().encode(text) };
}

function belowHeader(body: Uint8Array, key: string): MarkedBody {
  const end = body.indexOf(10);
  const line = new TextDecoder().decode(body.subarray(headerStart.length, Math.max(end, headerStart.length)));
  return { mark: markInText(line, key), content: body.slice(end + 1) };
}

/** The bytes as a JSON object; `undefined` if they are anything else. */
function objectIn(body: Uint8Array): { text: string; value: Record<string, unknown> } | undefined {
  // Most that is no object is known by its first byte that is no white space.
  if (body.find((byte) => byte > 32) !== 123) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}

function startsWith(body: Uint8Array, text: string): boolean {
  return [...text].every((character, at) => body[at] === character.charCodeAt(0));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

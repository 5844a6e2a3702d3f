/** What a JSON body says of an object or a bucket. */
import { refuseBeyondIn } from "./beyond.ts";
import { type Patch, patched, type Settings, settable } from "./gcs-object.ts";

/** An object's resource, as it is sent with an upload. */
export interface SentResource {
  readonly name: string | undefined;
  readonly settings: Settings;
  readonly md5Hash: string | undefined;
  readonly crc32c: string | undefined;
}

/** @throws SyntaxError or TypeError that says what is wrong; Refusal for what this server has not. */
export function resourceIn(text: string): SentResource {
  const sent = objectIn(text);
  const { metadata } = patchOf(sent);
  const texts = Object.fromEntries(
    ["name", "md5Hash", "crc32c", ...settable].map((member) => [member, textOf(member, sent[member])]),
  );
  const none: Settings = { metadata: {} };
  const settings = patched(none, { ...patchOf(sent), metadata: metadata ?? {} }, "remove");
  return { name: texts["name"], settings, md5Hash: texts["md5Hash"], crc32c: texts["crc32c"] };
}

/** @throws as above */
export function patchIn(text: string): Patch {
  return patchOf(objectIn(text));
}

/** The name of a new bucket. @throws as above */
export function bucketNameIn(text: string): string {
  const name = textOf("name", objectIn(text)["name"]);
  // https://cloud.google.com/storage/docs/buckets#naming, as far as a mistake would be likely.
  if (name === undefined || !/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(name)) {
    throw new TypeError(`Invalid bucket name: '${name ?? ""}'`);
  }
  return name;
}

function patchOf(sent: Readonly<Record<string, unknown>>): Patch {
  refuseBeyondIn(sent);
  const told = settable.filter((member) => sent[member] !== undefined);
  const members = told.map((member) => [member, sent[member] === null ? null : textOf(member, sent[member])]);
  const { metadata } = sent;
  if (metadata === undefined || metadata === null) return { ...Object.fromEntries(members), metadata };
  if (typeof metadata !== "object") throw new TypeError("metadata must be an object");
  for (const [name, value] of Object.entries(metadata)) if (value !== null) textOf(`metadata.${name}`, value);
  return { ...Object.fromEntries(members), metadata };
}

function textOf(member: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new TypeError(`${member} must be a string`);
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text === "" ? "{}" : text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new SyntaxError("the body must be a JSON object");
}

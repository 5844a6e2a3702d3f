/**
 * The members of a JSON object that is ours, read strictly: a missing or an unknown one refuses it, so that an older reader
 * never judges what it does not understand (protocol, sections 3 and 8). And the rules that more than one of them has.
 */
import type { BadRecordError } from "../base/errors.ts";
import { printable } from "../base/keys.ts";

/** How many write ids a record keeps. */
export const recentIdsMost = 8;

export interface Field {
  readonly optional?: true;
  /** For people, after "must be". */
  readonly rule: string;
  readonly holds: (value: unknown) => boolean;
}

export const formatVersion = 1;

/**
 * Exactly these members, beside `format` and `kind`.
 *
 * @param problem makes the error of what is wrong
 */
export function membersOf<R>(
  members: Record<string, unknown>,
  kind: string,
  fields: Readonly<Record<keyof R & string, Field>>,
  problem: (what: string) => BadRecordError,
): R {
  if (members["format"] !== formatVersion) {
    throw problem(`it is of format ${show(members["format"])}, and this version knows ${formatVersion}`);
  }
  if (members["kind"] !== kind) throw problem(`it is of kind ${show(members["kind"])}`);
  for (const [name, field] of Object.entries<Field>(fields)) {
    const value = members[name];
    if (value === undefined ? !field.optional : !field.holds(value)) {
      throw problem(`"${name}" must be ${field.rule}, and is ${show(value)}`);
    }
  }
  for (const name of Object.keys(members)) {
    if (name !== "format" && name !== "kind" && !Object.hasOwn(fields, name)) {
      throw problem(`it has an unknown member ${show(name)}`);
    }
  }
  const { format: _format, kind: _kind, ...record } = members;
  return record as R;
}

/** A value as a short text for people. */
function show(value: unknown): string {
  const text = value === undefined ? "missing" : printable(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

export const isCount =
  (least: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= least;
export const isText = (value: unknown): boolean => typeof value === "string";
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const tokenField: Field = { rule: "a safe integer above 0", holds: isCount(1) };
export const textField: Field = { rule: "a text", holds: isText };

/** @param isId what an id looks like */
export function recentField(rule: string, isId: RegExp): Field {
  return {
    rule: `1 to ${recentIdsMost} ${rule}`,
    holds: (value) =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= recentIdsMost &&
      value.every((id) => typeof id === "string" && isId.test(id)),
  };
}

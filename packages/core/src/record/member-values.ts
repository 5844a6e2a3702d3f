/** A user's value as a member of a record: what came of an intent, who leads. One that its schema lets pass, or nothing. */
import { textCodec, valueCodec } from "./codec.ts";
import type { Schema } from "./schema.ts";

export interface MemberValues<T> {
  /** As it is stored, and as whoever reads it will have it. @throws TypeError if it could not be read again. */
  encode(value: T, key: string): Promise<{ readonly json: unknown; readonly value: T }>;
  /** @throws BadRecordError if what stands there is no such value. */
  decode(json: unknown, key: string): Promise<T>;
}

/** @param schema none: nothing is stored @throws TypeError if it is no schema */
export function memberValuesOf<T>(schema: Schema<T> | undefined): MemberValues<T> {
  if (schema === undefined) {
    const nothing = undefined as T;
    return { encode: async () => ({ json: undefined, value: nothing }), decode: async () => nothing };
  }
  const codec = valueCodec<T>({ schema });
  return {
    async encode(given, key) {
      const { bytes, value } = await codec.encode(given, key);
      return { json: JSON.parse(textCodec.decode(bytes)), value };
    },
    decode: (json, key) => codec.decode(textCodec.encode(JSON.stringify(json) ?? ""), key),
  };
}

/** What is recorded of an intent that was done: a value that its schema lets pass, or nothing. */
import { textCodec, valueCodec } from "../../record/codec.ts";
import type { Schema } from "../../record/schema.ts";

export interface Results<T> {
  /** As it is recorded, and as whoever reads it will have it. @throws TypeError if it could not be read again. */
  encode(value: T, key: string): Promise<{ readonly json: unknown; readonly value: T }>;
  /** @throws BadRecordError if what is recorded is no such value. */
  decode(json: unknown, key: string): Promise<T>;
}

/** @param schema none: nothing is recorded of what the work returns @throws TypeError if it is no schema */
export function resultsOf<T>(schema: Schema<T> | undefined): Results<T> {
  if (schema === undefined) {
    const nothing = undefined as T;
    return { encode: async () => ({ json: undefined, value: nothing }), decode: async () => nothing };
  }
  const codec = valueCodec<T>({ schema });
  return {
    async encode(result, key) {
      const { bytes, value } = await codec.encode(result, key);
      return { json: JSON.parse(textCodec.decode(bytes)), value };
    },
    decode: (json, key) => codec.decode(textCodec.encode(JSON.stringify(json) ?? ""), key),
  };
}

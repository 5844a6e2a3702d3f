/**
 * Values and their bytes. JSON with a schema for most; a codec of one's own for the rest. What is to be sent is decoded
 * and validated first: what nobody could read again is never written.
 */
import { BadRecordError, messageOf } from "../base/errors.ts";
import { printable } from "../base/keys.ts";
import { checkSchema, type Schema, type ValueOptions, validated } from "./schema.ts";

/** How a value becomes bytes and comes back. Both throw what they cannot do. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(body: Uint8Array): T;
  /** The media type of a new object; an existing one keeps its own. @default `application/octet-stream` */
  readonly contentType?: string | undefined;
}

/** What stands in an object: JSON that a schema lets pass, or what a codec makes of it. */
export type CodecOptions<T> = ValueOptions<T> | { readonly codec: Codec<T> };

/** Text in UTF-8, to the byte as it is. */
export const textCodec: Codec<string> = {
  contentType: "text/plain; charset=utf-8",
  encode(value) {
    if (typeof value !== "string") throw new TypeError(`the value is a ${typeof value}; give a text`);
    return new TextEncoder().encode(value);
  },
  decode: (body) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
};

/** Bytes as they are. */
export const bytesCodec: Codec<Uint8Array> = {
  contentType: "application/octet-stream",
  encode(value) {
    if (!(value instanceof Uint8Array)) throw new TypeError("the value must be a Uint8Array");
    return new Uint8Array(value);
  },
  decode: (body) => new Uint8Array(body),
};

export const jsonType = "application/json";

/** A codec together with its checks. */
export interface ValueCodec<T> {
  readonly contentType: string;
  /**
   * The bytes to send, and the value as whoever reads them will have it.
   *
   * @throws TypeError if the value cannot be encoded, or what was encoded cannot be read again.
   */
  encode(value: T, key: string): Promise<{ readonly bytes: Uint8Array; readonly value: T }>;
  /** @throws BadRecordError for bytes that are no such value. */
  decode(bytes: Uint8Array, key: string): Promise<T>;
  /** Tells whether a value was changed in place; `undefined` where that cannot be told. */
  fingerprint(value: T | undefined): string | undefined;
}

/** @param options none: any JSON @throws TypeError for wrong options. */
export function valueCodec<T>(options: CodecOptions<T> | undefined): ValueCodec<T> {
  if (options && "codec" in options) {
    checkCodec(options.codec);
    const { codec } = options;
    return checkedCodec(
      codec,
      async (body) => codec.decode(body),
      () => undefined,
    );
  }
  const schema: Schema<T> = options ? options.schema : (input) => input as T;
  checkSchema(schema);
  const parse = (body: Uint8Array) => validated(schema, JSON.parse(textCodec.decode(body)));
  return checkedCodec<T>(jsonCodec, parse, (value) => JSON.stringify(value));
}

const jsonCodec = {
  contentType: jsonType,
  encode(value: unknown): Uint8Array {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`${typeof value} is nothing that JSON knows`);
    return new TextEncoder().encode(text);
  },
};

function checkedCodec<T>(
  { encode, contentType = "application/octet-stream" }: Pick<Codec<T>, "encode" | "contentType">,
  decode: (body: Uint8Array) => Promise<T>,
  fingerprint: ValueCodec<T>["fingerprint"],
): ValueCodec<T> {
  return {
    contentType,
    fingerprint,
    async encode(value, key) {
      try {
        const encoded: unknown = encode(value);
        if (!(encoded instanceof Uint8Array)) {
          throw new TypeError(`encode gave a ${typeof encoded}; it must give a Uint8Array`);
        }
        // A copy, as a repeat must send the same bytes: a codec may use its buffer again.
        const bytes = new Uint8Array(encoded);
        return { bytes, value: await decode(bytes) };
      } catch (error) {
        throw new TypeError(
          `the value for "${printable(key)}" is not written, as it could not be read again: ${messageOf(error)}`,
          { cause: error },
        );
      }
    },
    async decode(bytes, key) {
      try {
        return await decode(bytes);
      } catch (error) {
        throw new BadRecordError(
          `what stands in "${printable(key)}" is not what its schema or codec takes: ${messageOf(error)}. ` +
            "Nothing was overwritten; look at the object",
          { key, cause: error },
        );
      }
    },
  };
}

function checkCodec(codec: unknown): void {
  const { encode, decode } = (codec ?? {}) as Partial<Codec<unknown>>;
  if (typeof encode === "function" && typeof decode === "function") return;
  throw new TypeError("codec must have encode and decode, both functions");
}

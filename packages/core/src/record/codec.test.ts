import { expect, test } from "vitest";
import { bytesCodec, type CodecOptions, textCodec, valueCodec } from "./codec.ts";
import type { SchemaResult, StandardSchemaV1 } from "./schema.ts";

const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const bytes = (body: string): Uint8Array => new TextEncoder().encode(body);
/** A validator as zod and others are; examples use zod itself. */
const standard = <O>(
  validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>,
): StandardSchemaV1<unknown, O> => ({ "~standard": { version: 1, vendor: "test", validate } });
const numbered = standard((value) => {
  const { n } = value as { n: number };
  return typeof n === "number" ? { value: { n } } : { issues: [{ message: "n must be a number" }] };
});
const roundTrip = async <T>(options: CodecOptions<T> | undefined, value: T) => {
  const codec = valueCodec(options);
  const encoded = await codec.encode(value, "k");
  expect(await codec.decode(encoded.bytes, "k")).toEqual(encoded.value);
  return { sent: text(encoded.bytes), value: encoded.value, type: codec.contentType };
};

test("a value is plain JSON, and is answered as its readers will have it", async () => {
  const schema = (input: unknown) => ({ dark: (input as { dark?: boolean }).dark ?? false });
  expect(await roundTrip({ schema }, {} as { dark: boolean })).toEqual({
    sent: "{}",
    value: { dark: false },
    type: "application/json",
  });
});

test("without a schema any JSON is taken; a plain function may be one", async () => {
  expect((await roundTrip(undefined, [1, null, { a: "é" }])).value).toEqual([1, null, { a: "é" }]);
  expect((await roundTrip({ schema: Number }, 4)).value).toBe(4);
});

test("texts and bytes stand there as they are", async () => {
  expect(await roundTrip({ codec: textCodec }, "\ufefföne\r\n")).toEqual({
    sent: new TextDecoder().decode(bytes("\ufefföne\r\n")),
    value: "\ufefföne\r\n",
    type: "text/plain; charset=utf-8",
  });
  expect((await roundTrip({ codec: bytesCodec }, Uint8Array.of(0, 255))).value).toEqual(
    Uint8Array.of(0, 255),
  );
});

test("what is sent is a copy, so that a repeat sends the same: a codec may use its buffer again, and a Buffer is a view", async () => {
  const scratch = new Uint8Array(1);
  const codec = valueCodec<number>({
    codec: { encode: (value) => scratch.fill(value), decode: (body) => body[0] as number },
  });
  const first = await codec.encode(1, "k");
  await codec.encode(2, "k");
  expect([...first.bytes]).toEqual([1]);
  const buffer = Buffer.from("mine");
  const sent = await valueCodec({ codec: bytesCodec }).encode(buffer, "k");
  buffer.fill(0);
  expect(text(sent.bytes)).toBe("mine");
  expect(text(sent.value)).toBe("mine");
});

test("a codec that gives no bytes is told so, and nothing is sent", async () => {
  const codec = valueCodec({ codec: { ...textCodec, encode: (value: string) => value as never } });
  await expect(codec.encode("mine", "k")).rejects.toThrow("encode gave a string");
});

test.each<[string, CodecOptions<unknown> | undefined, unknown]>([
  ["a value that its schema refuses", { schema: numbered }, { n: "x" }],
  [
    "a value that a function refuses",
    {
      schema: () => {
        throw new Error("no");
      },
    },
    1,
  ],
  ["what JSON does not know", undefined, undefined],
  ["what JSON cannot hold", undefined, 1n],
  [
    "what does not survive JSON",
    { schema: standard((at) => (at instanceof Map ? { value: at } : { issues: [{ message: "a map" }] })) },
    new Map(),
  ],
  [
    "what its own codec cannot read",
    { codec: { encode: () => bytes("x"), decode: () => JSON.parse("x") } },
    1,
  ],
  ["a number where a text must be", { codec: textCodec as never }, 5],
])("%s is refused before anything is sent", async (_, options, value) => {
  await expect(valueCodec(options).encode(value, "k")).rejects.toThrow(/^the value for "k" is not written/);
});

test("a validator that is a function with the standard's member is asked by its member", async () => {
  const schema = Object.assign(
    () => "by call",
    standard(() => ({ value: "by member" })),
  );
  expect((await roundTrip({ schema }, "x")).value).toBe("by member");
});

test("a validator may take its time", async () => {
  const schema = standard(async (value) =>
    value === "taken" ? { issues: [{ message: "is taken" }] } : { value: String(value) },
  );
  await expect(valueCodec({ schema }).encode("taken", "k")).rejects.toThrow("is taken");
  expect((await roundTrip({ schema }, "free")).value).toBe("free");
});

test.each([
  ["{", undefined],
  ['{"n":"x"}', { schema: numbered }],
])("bytes that are no such value are a bad record: %s", async (body, options) => {
  await expect(valueCodec<unknown>(options).decode(bytes(body), "k")).rejects.toMatchObject({
    code: "bad-record",
    key: "k",
  });
});

test("wrong options are named where they are given", () => {
  expect(() => valueCodec({ codec: {} as never })).toThrow("codec must have encode and decode");
  expect(() => valueCodec({ schema: 5 as never })).toThrow("schema is a number");
});

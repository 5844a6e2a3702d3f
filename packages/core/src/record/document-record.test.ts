import { expect, test } from "vitest";
import type { FencingToken } from "../base/token.ts";
import type { Version } from "../store/store.ts";
import { type DocumentRecord, documentFormat, type Fence } from "./document-record.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (body: Uint8Array | undefined): string => new TextDecoder().decode(body);
const id = "0123456789abcdef0123456789abcdef";
const version = '"v,1"' as Version;
const fence: Fence = { lease: "routes.json", token: 1796061600000 as FencingToken, form: "body" };
const record = (content: string | undefined, more: Partial<DocumentRecord> = {}): DocumentRecord => ({
  content: content === undefined ? undefined : bytes(content),
  deleted: false,
  contentType: "application/json",
  metadata: { owner: "team-a" },
  fence,
  recent: [id],
  token: fence.token,
  renewals: 0,
  ...more,
});
const roundTrip = (given: DocumentRecord): DocumentRecord =>
  documentFormat.decode({ ...documentFormat.encode(given), version }, "k");
const plain = { fence: undefined, token: 0 };
const mark = (state: string): string =>
  `{"format":1,"kind":"fence","lease":"routes.json","token":1796061600000,"state":"${state}","recent":["${id}"]}`;

test("a plain document is the user's bytes; its ids stand in the metadata", () => {
  expect(documentFormat.encode(record('{ "a": 1 }\n', plain))).toEqual({
    body: bytes('{ "a": 1 }\n'),
    contentType: "application/json",
    metadata: { owner: "team-a", "fencepost-recent": id },
  });
  expect(roundTrip(record('{ "a": 1 }\n', plain))).toEqual(record('{ "a": 1 }\n', plain));
});

test("an object of others, or one whose ids they have garbled, is called by its version", () => {
  for (const metadata of [undefined, { "fencepost-recent": "x" }]) {
    const decoded = documentFormat.decode({ body: bytes("x"), version, metadata }, "k");
    expect(decoded.recent).toEqual(["~%22v%2C1%22"]);
    expect(roundTrip({ ...decoded, recent: [id, ...decoded.recent] }).recent).toEqual([id, "~%22v%2C1%22"]);
  }
});

test.each([
  ["a JSON object", '{ "a": 1, "b": [2] }\n', `{"_fencepost":${mark("value")}, "a": 1, "b": [2] }\n`],
  ["an empty JSON object", "{}", `{"_fencepost":${mark("value")}}`],
  ["an empty object with spaces", " { }\n", `{"_fencepost":${mark("value")} }\n`],
  ["any other JSON", "[1]", `#fencepost ${mark("value")}\n[1]`],
  ["text", "a,b\n1,2\n", `#fencepost ${mark("value")}\na,b\n1,2\n`],
  ["what looks like an object", "{a}", `#fencepost ${mark("value")}\n{a}`],
  ["nothing", "", `#fencepost ${mark("value")}\n`],
])("the mark of a fence goes into the bytes of %s, and they come back", (_, content, body) => {
  expect(text(documentFormat.encode(record(content)).body)).toBe(body);
  expect(text(roundTrip(record(content)).content)).toBe(content.trimStart());
});

test("what JSON cannot say twice comes back to the byte: long numbers, names that occur twice", () => {
  const content = '{"n":12345678901234567890,"n":1.0}';
  expect(text(roundTrip(record(content)).content)).toBe(content);
});

test("bytes that are no text come back", () => {
  const content = Uint8Array.of(0xff, 0, 10, 0x7b);
  expect(roundTrip({ ...record(""), content }).content).toEqual(content);
});

test.each([
  ["claimed and never written", record(undefined), `{"_fencepost":${mark("empty")}}\n`],
  ["deleted", record(undefined, { deleted: true }), `{"_fencepost":${mark("deleted")}}\n`],
  ["claimed, of no JSON", record(undefined, { contentType: "text/csv" }), `#fencepost ${mark("empty")}\n`],
])("a document that was %s has a mark and no value", (_, given, body) => {
  expect(text(documentFormat.encode(given).body)).toBe(body);
  expect(roundTrip(given)).toEqual(given);
});

test("a tool that writes the JSON anew, and keeps the member, keeps the fence", () => {
  const body = bytes(JSON.stringify({ b: 2, _fencepost: JSON.parse(mark("value")) }, null, 2));
  const decoded = documentFormat.decode({ body, version }, "k");
  expect(decoded).toMatchObject({ fence, token: fence.token, recent: [id] });
  expect(text(decoded.content)).toBe('{"b":2}');
});

test("in metadata the mark leaves the bytes alone, and is ASCII", () => {
  const given = record('{"a":1}', { fence: { ...fence, lease: "grün", form: "metadata" } });
  const { body, metadata } = documentFormat.encode(given);
  expect(text(body)).toBe('{"a":1}');
  expect(metadata).toEqual({
    owner: "team-a",
    "fencepost-fence": mark("value").replace("routes.json", "gr\\u00fcn"),
  });
  expect(roundTrip(given)).toEqual(given);
});

const markWith = (change: object): string => JSON.stringify({ ...JSON.parse(mark("value")), ...change });

test.each([
  ["another format", markWith({ format: 2 })],
  ["another kind", markWith({ kind: "lease" })],
  ["no token", markWith({ token: undefined })],
  ["a token that is no count", markWith({ token: 1.5 })],
  ["an unknown state", markWith({ state: "gone" })],
  ["no ids", markWith({ recent: [] })],
  ["a member that nobody knows", markWith({ session: {} })],
  ["something that is no object", "7"],
])("a mark with %s is a bad record, and never no mark", (_, broken) => {
  const refused = { code: "bad-record", key: "k" };
  const failure = (body: string, metadata?: Record<string, string>): unknown => {
    try {
      return documentFormat.decode({ body: bytes(body), version, metadata }, "k");
    } catch (error) {
      return error;
    }
  };
  expect(failure(`{"_fencepost":${broken},"a":1}`)).toMatchObject(refused);
  expect(failure(`#fencepost ${broken}\nx`)).toMatchObject(refused);
  expect(failure("x", { "fencepost-fence": broken })).toMatchObject(refused);
});

test("a header that is cut off is a bad record", () => {
  for (const body of ["#fencepost ", "#fencepost {", "#fencepost {}\n"]) {
    expect(() => documentFormat.decode({ body: bytes(body), version }, "k")).toThrow("cannot be read");
  }
});

test("what a mark is made of is refused in the user's bytes, with and without a fence", () => {
  for (const content of ['{"_fencepost":1}', "#fencepost of the garden\n"]) {
    expect(() => documentFormat.encode(record(content))).toThrow(TypeError);
    expect(() => documentFormat.encode(record(content, plain))).toThrow(TypeError);
  }
});

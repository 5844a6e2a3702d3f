import { describe, expect, it } from "vitest";
import { partsOf } from "./multipart.ts";

const type = "multipart/related; boundary=xx";
const text = (body: Uint8Array): string => Buffer.from(body).toString("latin1");

describe("a multipart body", () => {
  it("comes apart into its parts, byte for byte, with header names in lower case", () => {
    const bytes = "\r\n--x\r\n\r\n--xyz--\xff\x00";
    const body = `--xx\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--xx\r\nX-One:1\r\ntwo: 2\r\n\r\n${bytes}\r\n--xx--\r\n`;
    const parts = partsOf(type, Buffer.from(body, "latin1"));
    expect(parts.map(({ headers }) => headers)).toEqual([
      { "content-type": "application/json" },
      { "x-one": "1", two: "2" },
    ]);
    expect(parts.map((part) => text(part.body))).toEqual(['{"a":1}', bytes]);
  });

  it("may have a preamble, an epilogue, an empty part and a part without headers", () => {
    const body = "hello\r\n--xx \r\n\r\n\r\n--xx\r\nA: 1\r\n\r\nb\r\n--xx--\r\nbye";
    expect(partsOf(type, Buffer.from(body)).map((part) => text(part.body))).toEqual(["", "b"]);
  });

  it("may name its boundary in quotes, and other parameters before it", () => {
    const body = Buffer.from("--x y\r\n\r\n\r\nb\r\n--x y--");
    expect(partsOf('multipart/related; type="a/b"; boundary="x y"', body)).toHaveLength(1);
  });

  it.each([
    [type, "--xx\r\n\r\n\r\nb"],
    [type, "--xx\r\n\r\n\r\nb\r\n--xx"],
    [type, ""],
    [type, "--xx\r\nno empty line\r\n--xx--"],
    ["multipart/form-data; boundary=xx", "--xx--"],
    ["multipart/related", "--xx--"],
  ])("is refused, %s with %j, if it is none", (contentType, body) => {
    expect(() => partsOf(contentType, Buffer.from(body))).toThrow(SyntaxError);
  });
});
